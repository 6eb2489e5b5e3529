import { createContext } from "react";

/**
 * Starts the framework's scripts when the reader does something that may need them, instead of with the page. Until
 * then every link and form works by itself. On a fast line a sign of intent is enough (a pointer that moves, focus,
 * touch, scrolling); on a slow one (`Save-Data`, 2g, 3g) only a press of a key or button.
 *
 * On admin pages the scripts start with the page (entry.server.tsx), and the rest is the same.
 *
 * "/" goes to the search box, at the first press. A click on something that only scripts can do (`data-live`) before they run is kept and done as soon as they do. A
 * choice that scripts would act upon at once (`data-send`) sends its form instead.
 */
const source = `((d,w)=>{
let n=navigator.connection||{},slow=w.slow=n.saveData||/2g|3g/.test(n.effectiveType),done=0,kept,
on=(e,f,o)=>d.addEventListener(e,f,o),
start=()=>{if(done)return;done=1;let s=d.querySelector("[data-later]"),c=d.createElement("script");
s?.dataset.later.split(" ").forEach(f=>{let l=d.createElement("link");l.rel="modulepreload";l.href=f;s.previousSibling.before(l)});
c.type="module";c.nonce=s?.nonce;c.textContent=s?.textContent;d.head.append(c);c.remove()};
["pointerdown","keydown"].concat(slow?[]:["pointermove","touchstart","focusin","scroll"]).forEach(e=>on(e,start,{capture:true,passive:true}));
slow||w.addEventListener("load",()=>setTimeout(start,15e3));
w.started=()=>{done=2;kept&&kept.click();kept=0};
on("click",e=>{let t=e.target.closest("[data-live]");if(t&&done<2&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey){e.preventDefault();kept=t;start()}},true);
on("keydown",e=>{let b=d.querySelector("main [type=search]");
if(b&&e.key=="/"&&!e.ctrlKey&&!e.metaKey&&!e.altKey&&!e.target.closest("input,textarea,select,[contenteditable]")){e.preventDefault();b.focus()}});
on("change",({target:t})=>{if(done<2&&t.matches("[data-send]")){t.form.action=t.dataset.send||t.form.action;t.form.submit()}})
})(document,window)`;

export function StartScript({ nonce }: { nonce?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: source }} />;
}

/** Called once the page is live. */
export function markStarted(): void {
  (window as { started?: () => void }).started?.();
}

/**
 * For a link's `prefetch`: what it leads to is fetched once the reader points at it, but not on a slow line, which is busy
 * enough with what was asked for. Nothing of it is in the page, so that server and browser may differ.
 */
export function onIntent(): "intent" | "none" {
  return typeof window !== "undefined" && (window as { slow?: boolean }).slow ? "none" : "intent";
}

/** For a link's `viewTransition`: nothing moves for readers who want it so, whatever the style sheet says. */
export function whereThingsMove(): boolean {
  return typeof window !== "undefined" && matchMedia("(prefers-reduced-motion: no-preference)").matches;
}

/** The nonce for inline scripts; known on the server only, because browsers hide it. */
export const NonceContext = createContext<string | undefined>(undefined);

/** True for a page that is sent without scripts, whatever the reader prefers. */
export const NoScriptsContext = createContext(false);
