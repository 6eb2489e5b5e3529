/**
 * Translators, password managers and other programs in the reader's browser change a page that React has not taken over yet, or
 * has. React knows only its own nodes: before it takes over, their changes are taken back, and made again as soon as it has; after
 * that a text of React's that a translation stands in for is changed and removed with it.
 */

/** The changes that app/http/start-source.server.ts records until then, or null if there were too many. */
type Noted = { changed?: () => MutationRecord[] | null };

const isText = ({ type }: MutationRecord) => type === "characterData";

/** Runs `takeOver` on the page as the server sent it. False, without running it, where that page cannot be had. */
export function onOwnPage(takeOver: () => void): boolean {
  const { changed } = window as Noted;
  const changes = changed ? changed() : [];
  if (!changes) return false;
  const texts = changes.toReversed().map((change) => {
    const { target, addedNodes, removedNodes, oldValue } = change;
    const text = target.nodeValue;
    if (isText(change)) target.nodeValue = oldValue;
    else swap(change, addedNodes, removedNodes);
    return text;
  });
  takeOver();
  for (const change of changes) {
    const text = texts.pop();
    if (isText(change)) change.target.nodeValue = text ?? "";
    else swap(change, change.removedNodes, change.addedNodes);
    pair(change);
  }
  return true;
}

/** Replaces some nodes by others, in the place that a record names. */
function swap({ target, previousSibling, nextSibling }: MutationRecord, out: NodeList, into: NodeList): void {
  for (const node of out) if (node.parentNode === target) target.removeChild(node);
  const isHere = (node: Node | null) => node?.parentNode === target;
  const after = isHere(previousSibling) ? previousSibling?.nextSibling : previousSibling ? null : target.firstChild;
  for (const node of into) target.insertBefore(node, (isHere(nextSibling) ? nextSibling : after) ?? null);
}

/** The nodes that replace a text of React that somebody removed. */
const standIns = new WeakMap<Node, Node>();

/** A translator puts an element in the place of a text: by one change, or beside it first. Or a text of its own is new. */
function pair({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const standsFor = standIns.get(target);
  if (standsFor) standsFor.textContent = target.nodeValue;
  const [text] = removedNodes;
  if (text?.nodeType !== 3 || text.parentNode) return;
  const standIn = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
  if (!standIn) return;
  standIns.set(text, standIn);
  watch.observe(text, { characterData: true });
}

const watch = new MutationObserver((changes) => changes.forEach(pair));

/** From now on React finds its nodes, wherever others put them. */
export function allowOthers(): void {
  watch.observe(document, { childList: true, subtree: true });
  const nodes = Node.prototype;
  const { removeChild, insertBefore } = nodes;
  // The replacement may be newer than the last look.
  const placeOf = (node: Node): Node | undefined => {
    watch.takeRecords().forEach(pair);
    return node.parentNode ? node : standIns.get(node);
  };
  nodes.removeChild = function <T extends Node>(this: Node, child: T): T {
    const place = child?.parentNode === this ? child : placeOf(child);
    if (place?.parentNode) removeChild.call(place.parentNode, place);
    return child;
  };
  nodes.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const place = before && before.parentNode !== this ? placeOf(before) : before;
    return insertBefore.call(this, node, place?.parentNode === this ? place : null) as T;
  };
}
