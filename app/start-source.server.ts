/**
 * Starts the framework's scripts when the reader does something that may need them, instead of with the page. Until
 * then every link and form works by itself. On a fast line a sign of intent is enough (a pointer that moves, focus,
 * touch, scrolling); on a slow one (`Save-Data`, 2g, 3g) only a press of a key or button.
 *
 * On admin pages the scripts start with the page (entry.server.tsx), and the rest is the same.
 *
 * "/" goes to the search box, at the first press. A click on something that only scripts can do (`data-live`) before they run is kept and done as soon as they do. A
 * choice that scripts would act upon at once (`data-send`) sends its form instead.
 *
 * Until the framework takes over, what others change in the page is noted for it (others-changes.ts), as far as there is not too much.
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
on("change",({target:t})=>{if(done!=2&&t.matches("[data-send]")){t.form.action=t.dataset.send||t.form.action;t.form.submit()}})
})(document,window)`;
