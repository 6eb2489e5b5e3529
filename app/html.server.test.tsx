/** What is written here is what react-dom/server makes of the same elements, to the letter. */
// biome-ignore-all lint/a11y: what no page should do is compared, too
// biome-ignore-all lint/security: as above
// biome-ignore-all lint/complexity/noUselessFragments: as above
// biome-ignore-all lint/correctness/useJsxKeyInIterable: as above
import fc from "fast-check";
import {
  Component,
  createContext,
  createElement,
  Fragment,
  forwardRef,
  lazy,
  memo,
  type ReactNode,
  StrictMode,
  Suspense,
  useContext,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { htmlOf, NotWritable } from "./html.server";

const Colour = createContext("none");
const Named = forwardRef<HTMLElement, { name: string }>(({ name }, ref) => <b ref={ref}>{name}</b>);
const Kept = memo(({ name }: { name: string }) => <i>{name}</i>);

function Uses() {
  const colour = useContext(Colour);
  const [state] = useState(() => "made");
  const [sum] = useReducer(
    (a: number) => a,
    1,
    (one) => one + 1,
  );
  const ref = useRef("ref");
  const twice = useMemo(() => colour + colour, [colour]);
  const stored = useSyncExternalStore(
    () => () => {},
    () => "in the browser",
    () => "on the server",
  );
  useEffect(() => {
    throw new Error("effects run in browsers");
  });
  return (
    <p>
      {colour} {state} {sum} {ref.current} {twice} {stored}
    </p>
  );
}

class Guard extends Component<{ children: ReactNode }, { failed: boolean; seen?: string }> {
  static contextType = Colour;
  state = { failed: false };
  static getDerivedStateFromProps() {
    return { seen: "props" };
  }
  render() {
    return (
      <div title={`${this.context} ${(this.state as { seen?: string }).seen} ${this.state.failed}`}>
        {this.props.children}
      </div>
    );
  }
}

const hostile = `<script>alert("1")</script> & 'quoted' \u2028 \u{1f9ec}`;

const elements: Record<string, ReactNode> = {
  "texts side by side": (
    <p>
      {"a"}
      {"b"}
      {1}
      {0}
      {""}
      {null}
      {false}
      {"c"}
      <b>d</b>e{"f"}
      <>
        {"g"}
        {"h"}
      </>
      {["i", "j", <i key="k">k</i>, "l"]}
    </p>
  ),
  "a whole page": (
    <html lang="en" data-scheme={undefined} data-light>
      <head>
        <meta charSet="utf-8" />
        <title>{`one & two`}</title>
        <link rel="stylesheet" href="/a.css" crossOrigin="anonymous" />
        <script type="module" async dangerouslySetInnerHTML={{ __html: "a < b && c" }} />
      </head>
      <body>{hostile}</body>
    </html>
  ),
  "components of all kinds": (
    <StrictMode>
      <Colour.Provider value="red">
        <Guard>
          <Uses />
          <Named name="named" />
          <Kept name={hostile} />
          <Colour.Consumer>{(colour) => colour}</Colour.Consumer>
          <Colour.Provider value="blue">
            <Uses />
          </Colour.Provider>
          {"text"}
        </Guard>
        <Uses />
      </Colour.Provider>
    </StrictMode>
  ),
  "a boundary between texts": (
    <div>
      {"a"}
      <Suspense fallback="wait">{"b"}</Suspense>
      {"c"}
    </div>
  ),
  fields: (
    <form action="/a?b=1&c=2" method="post" encType="multipart/form-data" noValidate onSubmit={() => {}}>
      <label htmlFor="x">x</label>
      <input id="x" name="x" defaultValue={hostile} required autoFocus maxLength={9} inputMode="url" readOnly />
      <input type="checkbox" name="c" value="1" defaultChecked disabled={false} />
      <input type="checkbox" checked readOnly autoComplete="off" />
      <input type="number" value={0} min={0} step={5} readOnly />
      <textarea name="t" rows={3} cols={0} defaultValue={"\n<b>"} />
      <textarea name="u" value="" readOnly spellCheck={false} />
      <select name="s" defaultValue="b">
        <option value="a">A</option>
        <option value="b">
          B {1} {hostile}
        </option>
        <option>b</option>
      </select>
      <select multiple defaultValue={["1", "3"]}>
        {[1, 2, 3].map((n) => (
          <option key={n} value={n}>
            {n}
          </option>
        ))}
      </select>
      <button type="submit" aria-pressed={false} aria-busy formAction="/z" formNoValidate>
        Go
      </button>
    </form>
  ),
  "a choice within a choice": (
    <>
      <select value="" onChange={() => {}}>
        <option value="">All</option>
        <option value="x">x</option>
      </select>
      <datalist>
        <option value="y" />
      </datalist>
    </>
  ),
  attributes: (
    <div
      className="a b"
      tabIndex={-1}
      hidden={false}
      title=""
      role={undefined}
      data-x="1"
      data-y={true}
      aria-hidden={false}
      draggable={false}
      contentEditable="true"
      suppressContentEditableWarning
      lang={hostile}
      style={{ color: undefined }}
    >
      <a href="javascript:void(0)" download>
        x
      </a>
      <a href="/y" download="y.csv" hrefLang="en" rel="noopener" target="_blank">
        y
      </a>
      <img src="/p.webp" srcSet="/p.webp 1x" alt="" width={64} height="64" loading="lazy" decoding="async" />
      <ol start={3} reversed>
        <li value={7}>z</li>
      </ol>
      <td colSpan={2} rowSpan={3} />
      <time dateTime="2024-01-01">then</time>
      <details open>
        <summary>s</summary>
      </details>
      <video controls muted playsInline poster="/p.webp" />
      <svg viewBox="0 0 1 1" width="1">
        <path d="M0 0" fill="none" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </div>
  ),
  "lines that begin with a line": (
    <>
      <pre>{"\nfirst"}</pre>
      <pre dangerouslySetInnerHTML={{ __html: "\n<b>x</b>" }} />
      <pre>plain</pre>
    </>
  ),
  nothing: null,
};

test.each(Object.entries(elements))("performance PB18 %s", (_, element) => {
  expect(htmlOf(element)).toBe(byReact(element));
});

/** Without what React says on the console of things that no page should do. */
function byReact(element: ReactNode): string {
  const html = renderToString(<>{element}</>);
  vi.mocked(console.error).mockClear();
  return html.startsWith("<html") ? `<!DOCTYPE html>${html}` : html;
}

const text = fc.string({ unit: fc.constantFrom("a", " ", "<", ">", "&", '"', "'", "\n", "é", "\u{1f9ec}") });
const attributes = fc.record(
  {
    id: text,
    className: text,
    title: fc.option(text, { nil: undefined }),
    hidden: fc.boolean(),
    tabIndex: fc.integer(),
    role: fc.option(text, { nil: null }),
    "data-n": fc.oneof(text, fc.boolean(), fc.integer()),
    "aria-label": text,
    lang: text,
    htmlFor: text,
    dateTime: text,
    draggable: fc.boolean(),
  },
  { requiredKeys: [] },
);
const { node } = fc.letrec<{ node: ReactNode; children: ReactNode[] }>((tie) => {
  const children = tie("children");
  return {
    children: fc.array(tie("node"), { maxLength: 4 }),
    node: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      text,
      fc.constantFrom(null, undefined, true, false, 0, 12, -0.5),
      fc
        .tuple(fc.constantFrom("p", "div", "ul", "pre", "select", "option", "a", "svg"), attributes, children)
        .map(([tag, props, inner]) => createElement(tag, props, ...inner)),
      fc
        .tuple(fc.constantFrom("br", "img", "input", "link"), attributes)
        .map(([tag, props]) => createElement(tag, props)),
      children.map((inner) => createElement(Fragment, null, ...inner)),
      children.map((inner) => createElement(Suspense, null, ...inner)),
      children.map((inner) => createElement(() => createElement("b", null, ...inner))),
    ),
  };
});

test("performance PB18 elements made up at random", () => {
  fc.assert(
    fc.property(node, (element) => {
      expect(htmlOf(element)).toBe(byReact(element));
    }),
    { numRuns: 500, seed: 7 },
  );
});

const Later = lazy(() => new Promise<never>(() => {}));
const Counted = () => <p id={useId()} />;
const Waits = () => {
  throw Promise.resolve();
};
test.each(
  Object.entries({
    "an id that React counts": <Counted />,
    "a component on its way": <Later />,
    "a style": <p style={{ color: "red" }} />,
    "an attribute in two words": <p {...{ itemProp: "x" }} />,
    "an element of one's own": createElement("x-y"),
  }),
)("performance PB18 %s is left to React, and nothing of it stays", (_, element) => {
  expect(() => htmlOf(<Colour.Provider value="x">{element}</Colour.Provider>)).toThrow(NotWritable);
  expect(htmlOf(<Uses />)).toBe(byReact(<Uses />));
});

test("performance PB18 what a component throws is thrown", () => {
  const fault = new Error("broken");
  const Broken = () => {
    throw fault;
  };
  expect(() => htmlOf(<Broken />)).toThrow(fault);
  expect(() => htmlOf(<Waits />)).toThrow();
});

test("performance PB18 what gives the same on every page is written once, and a text after it stands on its own", () => {
  let times = 0;
  const Always = () => (
    <>
      <link rel="modulepreload" href={`/${hostile}.js`} />
      <b>{++times}</b>
    </>
  );
  const Once = ({ name }: { name: string }) => (
    <p>
      {"before"}
      <Always />
      {name}
    </p>
  );
  const same = new Map<unknown, string | null>([[Always, null]]);
  const first = htmlOf(<Once name="first" />, same);
  expect(htmlOf(<Once name="second" />, same)).toBe(first.replace("first", "second"));
  expect(times).toBe(1);
  times = 0;
  expect(first).toBe(byReact(<Once name="first" />));
});

test("performance PB18 a component that is written once and cannot be is tried again", () => {
  let isBroken = true;
  const Always = () => {
    if (isBroken) throw new Error("broken");
    return <b>well</b>;
  };
  const same = new Map<unknown, string | null>([[Always, null]]);
  expect(() => htmlOf(<Always />, same)).toThrow("broken");
  isBroken = false;
  expect(htmlOf(<Always />, same)).toBe("<b>well</b>");
});
