/**
 * The inline script that starts the framework's scripts when the reader first does something that may need them. Until then
 * links and forms work without scripts. On a fast connection a moving pointer, focus, touch or scrolling starts them. On a
 * slow one (`Save-Data`, 2g, 3g) only a pressed key or button does.
 *
 * Admin pages start their scripts at once (entry.server.tsx).
 *
 * The key "/" focuses the search box. A click on an element that needs scripts (`data-live`) is repeated once they run. A
 * changed choice with `data-send` submits its form until then.
 *
 * It notes that the reader sent a form (`sent`, for early-changes.ts), and a promise of the end of a text's composition in
 * Japanese or Chinese (`composed`, for entry.client.tsx).
 *
 * The script also records changes that browser extensions make to the page, up to 5,000, for hydration (foreign-changes.ts).
 */
export const START_SOURCE = `((d,w)=>{
let n=navigator.connection||{},slow=w.slow=n.saveData||/2g|3g/.test(n.effectiveType),done=0,kept,all=[],
note=r=>all&&(all=all.length<5e3?all.concat(r):null),o=new MutationObserver(note),
on=(e,f,o)=>d.addEventListener(e,f,o),
start=()=>{if(done)return;done=1;note(o.takeRecords());let s=d.querySelector("[data-later]"),c=d.createElement("script");
s?.dataset.later.split(" ").forEach(f=>{let l=d.createElement("link");l.rel="modulepreload";l.href=f;s.previousSibling.before(l)});
c.type="module";c.nonce=s?.nonce;c.textContent=s?.textContent;d.head.append(c);c.remove();o.takeRecords()};
on("DOMContentLoaded",()=>o.observe(d,{childList:1,subtree:1,characterData:1,characterDataOldValue:1}));
w.changed=()=>{note(o.takeRecords());o.disconnect();return all};
["pointerdown","keydown"].concat(slow?[]:["pointermove","touchstart","focusin","scroll"]).forEach(e=>on(e,start,{capture:true,passive:true}));
slow||w.addEventListener("load",()=>setTimeout(start,15e3));
w.started=n=>{done=n||2;kept&&kept.click();kept=0};
on("click",e=>{let t=e.target.closest("[data-live]");if(t&&done<2&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey){e.preventDefault();kept=t;start()}},true);
on("keydown",e=>{let b=d.querySelector("main [type=search]");
if(b&&e.key=="/"&&!e.ctrlKey&&!e.metaKey&&!e.altKey&&!e.target.closest("input,textarea,select,[contenteditable]")){e.preventDefault();b.focus()}});
on("submit",()=>{w.sent=1});
on("compositionstart",()=>{w.composed=new Promise(r=>on("compositionend",r))});
on("change",({target:t})=>{if(done!=2&&t.matches("[data-send]")){t.form.action=t.dataset.send||t.form.action;t.form.submit()}})
})(document,window)`;
