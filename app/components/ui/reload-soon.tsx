/** Reloads the page after 2 seconds, for readers without scripts. */
export function ReloadSoon() {
  return <meta httpEquiv="refresh" content="2" />;
}
