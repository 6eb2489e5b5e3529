/**
 * React elements as HTML, written in one go: to the letter what react-dom/server makes of the same elements, for about a fifth of
 * its work. A page has everything it needs before it is rendered, so nothing here can wait, be interrupted or go out in parts.
 *
 * What is not known here (`NotWritable`) is left to react-dom/server by whoever asks. Tests compare both on elements made up at
 * random and on every page of the site.
 */
import React, { Children, type Context, type ReactNode } from "react";

/** Something that only react-dom/server can render. */
export class NotWritable extends Error {}

/** HTML of components by the component: of those that give the same on every page it is used for. */
export type Same = Map<unknown, string | null>;

/**
 * Writes an element as HTML that the browser's React can go on with.
 *
 * @param same components that are written once, with null for those that were not yet; what they gave is noted.
 * @throws NotWritable for what is not known here, and whatever a component throws.
 */
export function htmlOf(element: ReactNode, same: Same = new Map()): string {
  const before = dispatcher.current;
  dispatcher.current = hooks;
  out = "";
  afterText = false;
  selected = null;
  known = same;
  try {
    write(element);
    return out;
  } finally {
    dispatcher.current = before;
    out = "";
  }
}

// ------ Where the writing is. Nothing waits in between, so one place is enough.

let out = "";
/** Whether the last thing written was a text: the browser would take a second one for its continuation. */
let afterText = false;
let known: Same;
/** The value of the `select` that is being written: its options say whether they are meant. */
let selected: unknown = null;

// ------ Nodes

interface Element {
  $$typeof: symbol;
  type: unknown;
  props: Props;
}
type Props = Record<string, unknown> & { children?: unknown; dangerouslySetInnerHTML?: { __html?: unknown } };

const ELEMENT = Symbol.for("react.element");
const FRAGMENT = Symbol.for("react.fragment");
const STRICT_MODE = Symbol.for("react.strict_mode");
const SUSPENSE = Symbol.for("react.suspense");
const PROVIDER = Symbol.for("react.provider");
const CONTEXT = Symbol.for("react.context");
const FORWARD_REF = Symbol.for("react.forward_ref");
const MEMO = Symbol.for("react.memo");

function write(node: unknown): void {
  if (typeof node === "string") writeText(node);
  else if (node === null || node === undefined || typeof node === "boolean") return;
  else if (typeof node === "number") writeText(String(node));
  else if (Array.isArray(node)) for (const child of node) write(child);
  else if ((node as Element).$$typeof === ELEMENT) writeElement(node as Element);
  else throw new NotWritable("a kind of node");
}

function writeText(text: string): void {
  if (text === "") return;
  if (afterText) out += "<!-- -->";
  out += escaped(text);
  afterText = true;
}

function writeElement({ type, props }: Element): void {
  if (typeof type === "string") writeTag(type, props);
  else if (known.has(type)) writeSame(type as Component, props);
  else if (typeof type === "function") write(isClass(type) ? instanceOf(type, props).render() : type(props));
  else if (type === FRAGMENT || type === STRICT_MODE) write(props.children);
  else if (type === SUSPENSE) writeBoundary(props.children);
  else writeSpecial(type as Special, props);
}

type Component = (props: Props) => unknown;

/** What begins and ends with a tag, and stands between tags. */
function writeSame(type: Component, props: Props): void {
  const html = known.get(type);
  if (typeof html === "string") out += html;
  else {
    const before = out;
    out = "";
    write(type(props));
    known.set(type, out);
    out = before + out;
  }
  afterText = false;
}

/** A boundary around what could have waited; what does wait is not written here. */
function writeBoundary(children: unknown): void {
  out += "<!--$-->";
  afterText = false;
  write(children);
  out += "<!--/$-->";
  afterText = false;
}

type Special = { $$typeof: symbol; _context: Kept; render(props: Props, ref: unknown): unknown; type: unknown } & Kept;
type Kept = { _currentValue: unknown };

function writeSpecial(type: Special, props: Props): void {
  switch (type.$$typeof) {
    case PROVIDER: {
      const context = type._context;
      const before = context._currentValue;
      context._currentValue = props.value;
      try {
        write(props.children);
      } finally {
        context._currentValue = before;
      }
      return;
    }
    case CONTEXT:
      write((props.children as (value: unknown) => unknown)(type._currentValue));
      return;
    case FORWARD_REF:
      write(type.render(props, null));
      return;
    case MEMO:
      if ((type.type as { defaultProps?: object }).defaultProps)
        throw new NotWritable("defaults of what is remembered");
      writeElement({ $$typeof: ELEMENT, type: type.type, props });
      return;
    default:
      throw new NotWritable("a kind of element");
  }
}

// ------ Components

type Class = {
  new (props: Props, context: unknown): Instance;
  contextType?: Kept;
  getDerivedStateFromProps?: (props: Props, state: unknown) => object | null;
};
interface Instance {
  state?: object | null;
  context: unknown;
  render(): unknown;
  componentWillMount?: unknown;
  UNSAFE_componentWillMount?: unknown;
}
// biome-ignore lint/complexity/noBannedTypes: whatever a module calls a component
function isClass(type: Function): type is Class {
  return Boolean(type.prototype?.isReactComponent);
}

function instanceOf(Type: Class, props: Props): Instance {
  const context = Type.contextType?._currentValue ?? {};
  const instance = new Type(props, context);
  if (instance.componentWillMount || instance.UNSAFE_componentWillMount) throw new NotWritable("componentWillMount");
  instance.context = context;
  const derived = Type.getDerivedStateFromProps?.(props, instance.state ?? null);
  if (derived) instance.state = { ...instance.state, ...derived };
  return instance;
}

/** Where React's hooks find who answers them: each renderer puts itself there while it renders. */
const { ReactCurrentDispatcher: dispatcher } = (
  React as unknown as Record<string, { ReactCurrentDispatcher: { current: unknown } }>
).__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED as { ReactCurrentDispatcher: { current: unknown } };

const nothing = () => {};
const unwritable = (what: string) => () => {
  throw new NotWritable(what);
};
const setLater = unwritable("a state that is set while rendering");

const hooks = {
  readContext: (context: Context<unknown>) => (context as unknown as Kept)._currentValue,
  useContext: (context: Context<unknown>) => (context as unknown as Kept)._currentValue,
  useMemo: (make: () => unknown) => make(),
  useCallback: (callback: unknown) => callback,
  useRef: (current: unknown) => ({ current }),
  useState: (initial: unknown) => [typeof initial === "function" ? initial() : initial, setLater],
  useReducer: (_reduce: unknown, argument: unknown, make?: (argument: unknown) => unknown) => [
    make ? make(argument) : argument,
    setLater,
  ],
  useEffect: nothing,
  useLayoutEffect: nothing,
  useInsertionEffect: nothing,
  useImperativeHandle: nothing,
  useDebugValue: nothing,
  useDeferredValue: (value: unknown) => value,
  useTransition: () => [false, setLater],
  useSyncExternalStore: (_subscribe: unknown, _now: unknown, onServer?: () => unknown) =>
    onServer ? onServer() : unwritable("a store without a value for servers")(),
  // Counted by React from the place in the tree.
  useId: unwritable("useId"),
};

// ------ Tags

/** They have no end tag. */
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

function writeTag(tag: string, props: Props): void {
  if (tag.includes("-") || props.is !== undefined) throw new NotWritable("a custom element");
  afterText = false;
  out += tag === "html" ? "<!DOCTYPE html><html" : `<${tag}`;
  if (tag === "input") writeInput(props);
  else if (tag === "textarea") writeTextarea(props);
  else if (tag === "option") writeOption(props);
  else writeOrdinary(tag, props);
}

function writeOrdinary(tag: string, props: Props): void {
  const isSelect = tag === "select";
  for (const name in props) {
    if (isSelect && (name === "value" || name === "defaultValue")) continue;
    writeAttribute(name, props[name]);
  }
  if (VOID.has(tag)) {
    out += "/>";
    return;
  }
  out += ">";
  const { children, dangerouslySetInnerHTML } = props;
  if (tag === "pre" && startsLine(dangerouslySetInnerHTML ? dangerouslySetInnerHTML.__html : children)) out += "\n";
  if (dangerouslySetInnerHTML) out += String(dangerouslySetInnerHTML.__html ?? "");
  else if (isSelect) writeSelected(props.value ?? props.defaultValue, children);
  else if (typeof children === "string") out += escaped(children);
  else write(children);
  afterText = false;
  out += `</${tag}>`;
}

/** Browsers leave out the first newline of what stands in these elements. */
function startsLine(text: unknown): boolean {
  return typeof text === "string" && text.startsWith("\n");
}

function writeInput(props: Props): void {
  for (const name in props) if (name !== "checked" && name !== "value") writeAttribute(name, props[name]);
  writeAttribute("checked", props.checked ?? props.defaultChecked);
  writeAttribute("value", props.value ?? props.defaultValue);
  out += "/>";
}

function writeTextarea(props: Props): void {
  for (const name in props) if (name !== "value") writeAttribute(name, props[name]);
  if (props.children !== undefined && props.children !== null) throw new NotWritable("children of a textarea");
  const value = String(props.value ?? props.defaultValue ?? "");
  out += `>${startsLine(value) ? "\n" : ""}${escaped(value)}</textarea>`;
}

function writeSelected(value: unknown, children: unknown): void {
  const before = selected;
  selected = value ?? null;
  try {
    write(children);
  } finally {
    selected = before;
  }
}

function writeOption(props: Props): void {
  for (const name in props) if (name !== "selected") writeAttribute(name, props[name]);
  const own = String(props.value ?? textOf(props.children));
  const isMeant = Array.isArray(selected) ? selected.map(String).includes(own) : String(selected) === own;
  if (selected === null ? props.selected : isMeant) out += ' selected=""';
  out += ">";
  write(props.children);
  afterText = false;
  out += "</option>";
}

function textOf(children: unknown): string {
  let text = "";
  Children.forEach(children as ReactNode, (child) => {
    text += child ?? "";
  });
  return text;
}

// ------ Attributes

type Kind = "text" | "yes or no" | "text or yes" | "word" | "number" | "above 0" | "none";

interface Attribute {
  /** As it stands in HTML. */
  name: string;
  kind: Kind;
}

const attributes = new Map<string, Attribute>();

/** Attributes of one kind: `prop` is written in small letters, `prop=name` as that name. */
function define(kind: Kind, names: string): void {
  for (const given of names.split(" ")) {
    const [prop = "", name = prop.toLowerCase()] = given.split("=");
    attributes.set(prop, { name, kind });
  }
}
define("none", "children dangerouslySetInnerHTML defaultValue defaultChecked suppressHydrationWarning innerHTML");
define("none", "suppressContentEditableWarning");
define("text", "className=class htmlFor=for httpEquiv=http-equiv acceptCharset=accept-charset tabIndex crossOrigin");
define("text", "src href action formAction");
// React knows nothing of these and leaves them as they are.
define("text", "autoComplete=autoComplete inputMode=inputMode maxLength=maxLength minLength=minLength srcSet=srcSet");
define("text", "charSet=charSet dateTime=dateTime encType=encType formEncType=formEncType formTarget=formTarget");
define("text", "enterKeyHint=enterKeyHint viewBox=viewBox colSpan=colSpan referrerPolicy=referrerPolicy");
define("text", "imageSrcSet=imageSrcSet imageSizes=imageSizes hrefLang=hrefLang fetchPriority=fetchPriority");
define("text", "formMethod=formMethod frameBorder=frameBorder allowFullscreen=allowFullscreen");
define("text", "strokeWidth=stroke-width strokeLinecap=stroke-linecap strokeLinejoin=stroke-linejoin");
define("yes or no", "allowFullScreen async autoFocus autoPlay controls defer disabled formNoValidate hidden loop");
define("yes or no", "noModule noValidate open playsInline readOnly required reversed checked multiple muted");
define("text or yes", "download capture");
define("word", "contentEditable draggable spellCheck value");
define("number", "rowSpan start");
define("above 0", "cols rows size span");

function writeAttribute(prop: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (prop === "style") {
    if (Object.values(value).some((one) => one !== undefined && one !== null)) throw new NotWritable("a style");
    return;
  }
  const { name, kind } = attributes.get(prop) ?? attributeOf(prop);
  if (kind === "none" || typeof value === "function" || typeof value === "symbol") return;
  switch (kind) {
    case "yes or no":
      if (value) out += ` ${name}=""`;
      return;
    case "text or yes":
      if (value === true) out += ` ${name}=""`;
      else if (value !== false) out += ` ${name}="${escaped(String(value))}"`;
      return;
    case "number":
    case "above 0":
      if (typeof value !== "boolean" && (kind === "number" ? !Number.isNaN(Number(value)) : Number(value) >= 1)) {
        out += ` ${name}="${escaped(String(value))}"`;
      }
      return;
    default:
      if (typeof value === "boolean" && kind !== "word") return;
      out += ` ${name}="${typeof value === "string" ? escaped(value) : escaped(String(value))}"`;
  }
}

/** The attribute of a prop that stands in no list above. */
function attributeOf(prop: string): Attribute {
  let found: Attribute;
  if (/^(data|aria)-[-\w]+$/.test(prop)) found = { name: prop, kind: "word" };
  else if (/^on./i.test(prop)) found = { name: prop, kind: "none" };
  // React has a list of its own for names in two words, and these words take no text.
  else if (!/^[a-z]+$/.test(prop) || /^(default|scoped|seamless|selected|is)$/.test(prop))
    throw new NotWritable(`the attribute ${prop}`);
  else found = { name: prop, kind: "text" };
  attributes.set(prop, found);
  return found;
}

const UNSAFE = /["&'<>]/;
const ENTITIES: Record<string, string> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };

/** A text as HTML writes it, also within attributes. */
export function escaped(text: string): string {
  return UNSAFE.test(text) ? text.replace(/["&'<>]/g, (character) => ENTITIES[character] as string) : text;
}
