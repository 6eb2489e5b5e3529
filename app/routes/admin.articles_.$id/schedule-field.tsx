import { useEffect, useState } from "react";
import { descriptionProps, FieldFrame } from "~/components/forms/field";

interface Props {
  /** The time in UTC, in the form of a datetime-local input. */
  time: string;
  error: string | undefined;
}

/** Asks for the time of publication, in UTC, or with scripts in the editor's time zone. */
export function ScheduleField({ time, error }: Props) {
  const [utcTime, setUtcTime] = useState(time);
  const [timeZone, setTimeZone] = useState("");
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const hint = timeZone
    ? `The time is in your time zone, ${timeZone}. Publishing takes up to a minute.`
    : "The time is in UTC, not in your local time. Publishing takes up to a minute.";
  const inputProps = { type: "datetime-local", id: NAME, className: "w-full", ...descriptionProps(NAME, error, hint) };
  return (
    <FieldFrame label={timeZone ? "Publish at" : "Publish at (UTC)"} name={NAME} error={error} hint={hint}>
      {timeZone ? (
        <>
          <input
            key="local"
            {...inputProps}
            // React does not rewrite the field: a year of fewer than four digits has another offset from UTC.
            defaultValue={toLocal(utcTime)}
            onChange={({ target }) => setUtcTime(toUtc(target.value))}
          />
          <input type="hidden" name={NAME} value={utcTime} />
        </>
      ) : (
        <input {...inputProps} name={NAME} defaultValue={time} onChange={({ target }) => setUtcTime(target.value)} />
      )}
    </FieldFrame>
  );
}

const NAME = "scheduledAt";

function toLocal(utc: string): string {
  const date = new Date(`${utc}Z`);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Converts a datetime-local value, which `Date` reads in the editor's time zone. */
function toUtc(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 16);
}
