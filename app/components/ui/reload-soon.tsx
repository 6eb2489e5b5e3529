/** Reloads the page in 2 seconds, for a reader without scripts: `<meta>` knows no halves, and scripts look more often. */
export function ReloadSoon() {
  return <meta httpEquiv="refresh" content="2" />;
}
