import { useEffect, useState } from "react";
import { descriptionProps, FieldFrame } from "~/components/forms/field";

interface Props {
  /** The time in UTC, in the form of a datetime-local input. */
  time: string;
  error: string | undefined;
}

/** Asks for the time of publication, in UTC, or with scripts in the editor's time zone. */
export function ScheduleField({ time, error }: Props) {
  const [utc, setUtc] = useState(time);
  const [zone, setZone] = useState("");
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const hint = zone
    ? `The time is in your time zone, ${zone}. Publishing takes up to a minute.`
    : "The time is in UTC, not in your local time. Publishing takes up to a minute.";
  const input = { type: "datetime-local", id: NAME, className: "w-full", ...descriptionProps(NAME, error, hint) };
  return (
    <FieldFrame label={zone ? "Publish at" : "Publish at (UTC)"} name={NAME} error={error} hint={hint}>
      {zone ? (
        <>
          <input key="local" {...input} value={toLocal(utc)} onChange={({ target }) => setUtc(toUtc(target.value))} />
          <input type="hidden" name={NAME} value={utc} />
        </>
      ) : (
        <input {...input} name={NAME} defaultValue={time} onChange={({ target }) => setUtc(target.value)} />
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
