/** How long ago something was, in days or hours as they were when the page was made; machines read the time itself. */
export function Age({ time }: { /** ISO 8601. */ time: string }) {
  return (
    // The server and the browser may count from different moments: the server's words stay.
    <time dateTime={time} suppressHydrationWarning>
      {ageOf(time, Date.now())}
    </time>
  );
}

const HOUR = 60 * 60_000;

/** "just now", "5 hours ago", "3 days ago". */
export function ageOf(time: string, now: number): string {
  const hours = Math.floor((now - Date.parse(time)) / HOUR);
  if (hours < 1) return "just now";
  const [count, unit] = hours < 48 ? [hours, "hour"] : [Math.floor(hours / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
