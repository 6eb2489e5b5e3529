export interface Conflict {
  /** What others wrote into the fields that both changed. */
  theirs: { label: string; text: string }[];
}

/** What to do when somebody else was faster: stands in the form, below what was refused. */
export function EditConflict({
  conflict,
  address,
}: {
  conflict: Conflict | undefined /** Of the page. */;
  address: string;
}) {
  if (!conflict) return null;
  return (
    <section className="notice" aria-labelledby="meanwhile">
      <h2 id="meanwhile">Both changes are in the form now</h2>
      {conflict.theirs.length > 0 && (
        <>
          <p>You both changed this. Yours stands in the form; theirs is:</p>
          <dl className="theirs">
            {conflict.theirs.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text || "nothing"}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p>
        Look through it and save again, or <a href={address}>drop what you typed</a>.
      </p>
    </section>
  );
}
