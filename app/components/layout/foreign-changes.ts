/**
 * Translators, password managers and other programs in the reader's browser change the page before and after hydration, but React
 * knows only its own nodes. Their changes are reverted before hydration and repeated after it. Later, when React changes or removes
 * a text that a translator replaced, the replacement changes with it.
 */

/** `changed` returns the changes before hydration, recorded by app/http/start-source.server.ts, or null if there were too many. */
type StartWindow = { changed?: () => MutationRecord[] | null };

const isText = ({ type }: MutationRecord) => type === "characterData";

/** Runs `hydrate` on the page as the server sent it. Returns false, without running it, if the changes cannot be reverted. */
export function hydrateServerHtml(hydrate: () => void): boolean {
  const { changed } = window as StartWindow;
  const changes = changed ? changed() : [];
  if (!changes) return false;
  const texts = changes.toReversed().map((change) => {
    const { target, addedNodes, removedNodes, oldValue } = change;
    const text = target.nodeValue;
    if (isText(change)) target.nodeValue = oldValue;
    else replaceNodes(change, addedNodes, removedNodes);
    return text;
  });
  hydrate();
  for (const change of changes) {
    const text = texts.pop();
    if (isText(change)) change.target.nodeValue = text ?? "";
    else replaceNodes(change, change.removedNodes, change.addedNodes);
    noteReplacement(change);
  }
  return true;
}

/** Replaces some nodes with others at the place that a record names. */
function replaceNodes(
  { target, previousSibling, nextSibling }: MutationRecord,
  oldNodes: NodeList,
  newNodes: NodeList,
): void {
  for (const node of oldNodes) if (node.parentNode === target) target.removeChild(node);
  const isInTarget = (node: Node | null) => node?.parentNode === target;
  const nextNode = isInTarget(previousSibling)
    ? previousSibling?.nextSibling
    : previousSibling
      ? null
      : target.firstChild;
  for (const node of newNodes) target.insertBefore(node, (isInTarget(nextSibling) ? nextSibling : nextNode) ?? null);
}

/** Maps a removed text of React to the node that replaced it. */
const replacements = new WeakMap<Node, Node>();

/** Notes the element with which a translator replaced a text, in one change or in two; or updates it when React changes the text. */
function noteReplacement({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const replacement = replacements.get(target);
  if (replacement) replacement.textContent = target.nodeValue;
  const [text] = removedNodes;
  if (text?.nodeType !== 3 || text.parentNode) return;
  const standIn = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
  if (!standIn) return;
  replacements.set(text, standIn);
  observer.observe(text, { characterData: true });
}

const observer = new MutationObserver((changes) => changes.forEach(noteReplacement));

/** Patches `removeChild` and `insertBefore`, so that React finds its nodes after other programs moved or replaced them. */
export function tolerateForeignChanges(): void {
  observer.observe(document, { childList: true, subtree: true });
  const nodes = Node.prototype;
  const { removeChild, insertBefore } = nodes;
  // The observer may not have reported the replacement yet.
  const findNode = (node: Node): Node | undefined => {
    observer.takeRecords().forEach(noteReplacement);
    return node.parentNode ? node : replacements.get(node);
  };
  nodes.removeChild = function <T extends Node>(this: Node, child: T): T {
    const place = child?.parentNode === this ? child : findNode(child);
    if (place?.parentNode) removeChild.call(place.parentNode, place);
    return child;
  };
  nodes.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const place = before && before.parentNode !== this ? findNode(before) : before;
    return insertBefore.call(this, node, place?.parentNode === this ? place : null) as T;
  };
}
