// Reports page views to the site's analytics service: one when a page loads and one for every change of its path.
// The settings are attributes of this script's tag (app/root.tsx).
(() => {
  const { provider, id, host } = document.currentScript.dataset;
  if (navigator.doNotTrack === "1" || navigator.globalPrivacyControl) return;

  let path = ""; // of the view last seen
  let from = withoutQuery(document.referrer);
  let waiting = null; // a view seen and not reported yet
  let timer;

  look();
  report();
  for (const name of ["pushState", "replaceState"]) {
    const change = history[name];
    history[name] = function (...state) {
      change.apply(this, state);
      look();
    };
  }
  addEventListener("popstate", look);
  addEventListener("pageshow", look);
  addEventListener("pagehide", () => {
    report();
    path = ""; // should the back/forward cache bring this page back, that is another view
  });
  document.addEventListener("prerenderingchange", look);

  function look() {
    if (document.prerendering || location.pathname === path) return;
    report();
    waiting = { url: withoutQuery(location.href), referrer: from || undefined };
    path = location.pathname;
    from = waiting.url;
    timer = setTimeout(report, 300); // a page gets its title a moment after its address
  }

  /** A query may hold a secret, as a reset link does, and so may the address of what one follows or asks. Campaign tags stay. */
  function withoutQuery(address) {
    const tags = address.match(/\butm_\w+=[^&#]*/g);
    const page = address.split(/[?#]/)[0].replace(/(\/(?:follow|question)\/)[^/]+/, "$1");
    return page + (tags ? `?${tags.join("&")}` : "");
  }

  function report() {
    clearTimeout(timer);
    if (waiting) ({ plausible, umami, ga4 })[provider](waiting);
    waiting = null;
  }

  function plausible({ url, referrer }) {
    post("/api/event", "text/plain", { name: "pageview", domain: id, url, referrer });
  }

  function umami({ url, referrer }) {
    const payload = {
      website: id,
      url: url.replace(location.origin, ""),
      referrer: referrer?.replace(location.origin, ""),
      hostname: location.hostname,
      language: navigator.language,
      screen: `${screen.width}x${screen.height}`,
      title: document.title,
    };
    post("/api/send", "application/json", { type: "event", payload });
  }

  function post(path, type, body) {
    const headers = { "Content-Type": type };
    const rest = { method: "POST", keepalive: true, credentials: "omit" };
    fetch(host + path, { ...rest, headers, body: JSON.stringify(body) }).catch(() => {});
  }

  /** Addresses and title are "set", so that events Google sends by itself carry no others. */
  function ga4({ url, referrer = "" }) {
    if (!window.dataLayer) loadGoogle();
    gtag("set", { page_location: url, page_referrer: referrer, page_title: document.title });
    gtag("event", "page_view");
  }

  function loadGoogle() {
    window.dataLayer = [];
    gtag("js", new Date());
    gtag("config", id, { send_page_view: false, allow_google_signals: false });
    const script = document.createElement("script");
    script.src = `${host}/gtag/js?id=${id}`;
    document.head.append(script);
  }

  /** Google's script reads only `arguments` objects, no arrays. */
  function gtag() {
    // biome-ignore lint/complexity/noArguments: see above
    window.dataLayer.push(arguments);
  }
})();
