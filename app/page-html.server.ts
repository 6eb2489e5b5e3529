/** What is done to a page that is rendered: scripts that may wait, the content policy, its answer. */
import { contentSecurityPolicy } from "./content-security.server";
import { wholeResponse } from "./whole-texts.server";

interface Page {
  status: number;
  headers: Headers;
  /** Of the routes around the page and its own. */
  routeIds: string[];
  /** Scripts that hand over the page's data, where they are not in the page yet. */
  handoff?: string;
}

/** The answer with a page's HTML. Its scripts are named in the policy, and its length is known. */
export function pageResponse(rendered: string, { status, headers, routeIds, handoff = "" }: Page): Response {
  // The curator's desk is worked by single keys: the first one counts, and must not be what starts the scripts.
  const parts = [...withScripts(rendered, { wait: !routeIds.includes("routes/admin") }), handoff];
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(parts));
  return wholeResponse(bytesOf(parts), { status, headers });
}

/** Texts one after the other in UTF-8: put together as texts they would be copied once more, with two bytes for each sign. */
function bytesOf(parts: string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at);
  return bytes;
}

/** The page in parts, with its scripts as they are sent; they stand at its end, from where it was put back when it is loaded anew. */
function withScripts(html: string, { wait }: { wait: boolean }): string[] {
  const at = html.indexOf(RESTORE);
  if (at < 0) return [html];
  const end = html.indexOf("</script>", at) + "</script>".length;
  const scripts = html.slice(end);
  return [html.slice(0, at), RESTORE_SHORT, wait ? letScriptsWait(scripts) : scripts];
}

/** The framework's script that puts a page that was loaded anew back to where it was begins so; it is sent with all its spaces. */
const RESTORE = "<script>((STORAGE_KEY";
/** The same in fewer bytes (performance.md): the page's key in the history, and the place that is kept under it. */
const RESTORE_SHORT = `<script>((h,y)=>{h.state?.key||h.replaceState({key:Math.random().toString(32).slice(2)},"");try{y=JSON.parse(sessionStorage.positions)[h.state.key];y>=0&&scrollTo(0,y)}catch{}})(history)</script>`;

/**
 * Keeps the framework's scripts from loading with the page: only attributes change (other types and rels), so that
 * hydration finds the nodes it expects. `components/layout/start-script.tsx` starts them when the reader does something.
 */
function letScriptsWait(html: string): string {
  return html
    .replace(/<script type="module" async="">/g, '<script type="text/later" async="">')
    .replace(/<link rel="modulepreload"/g, '<link rel="later"');
}
