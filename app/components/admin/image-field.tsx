import { type ChangeEvent, useState } from "react";
import { Check } from "~/components/admin/field-group";
import { ErrorText, Hint } from "~/components/admin/text";
import { httpUrl, ownImage } from "~/models/experts/texts";
import { imageSources } from "~/models/images/address";
import { ACCEPTED, MOST_BYTES, TOO_LARGE } from "~/models/images/rules";

interface Props {
  /** Of the field that holds the address; the file is sent as `{name}File`, the wish to remove it as `{name}Remove`. */
  name: string;
  label: string;
  /** The address as it is stored or was typed; "" for none. */
  value: string;
  error?: string;
}

/**
 * A picture in a form that posts as multipart: a file, or an address, or none. The door reads it with `imagesFromForm`.
 * With scripts the chosen file is shown, and one that is too large is refused before it is sent.
 */
export function ImageField({ name, label, value, error }: Props) {
  const [chosen, setChosen] = useState("");
  const [refused, setRefused] = useState("");
  const [isRemoved, setRemoved] = useState(false);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    const isTooLarge = file !== undefined && file.size > MOST_BYTES;
    setRefused(isTooLarge ? TOO_LARGE : "");
    setChosen("");
    if (isTooLarge) currentTarget.value = "";
    else if (file) readAsUrl(file).then(setChosen, () => {});
  };
  const problem = refused || error;
  const described = `${name}-hint${problem ? ` ${name}-error` : ""}`;
  return (
    <fieldset className="image-field col-span-full mb-4.5 grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-x-4">
      <legend className="mb-1 font-semibold">
        {label}
        <small className="text-sm font-normal text-muted in-data-all-optional:hidden"> (optional)</small>
      </legend>
      <Preview address={chosen || (isRemoved ? "" : value)} />
      <div>
        <label className="mb-1 block font-semibold" htmlFor={`${name}File`}>
          {value ? "Another picture" : "Picture"}
          <span className="sr-only">: {label}</span>
        </label>
        <input
          id={`${name}File`}
          type="file"
          className="w-full"
          name={`${name}File`}
          accept={ACCEPTED}
          onChange={choose}
          aria-describedby={described}
          aria-invalid={problem ? true : undefined}
        />
        <Hint className="mb-2" id={`${name}-hint`}>
          PNG or JPG up to 5MB
        </Hint>
        {problem && (
          <ErrorText id={`${name}-error`} role="alert">
            {problem}
          </ErrorText>
        )}
        <label className="mb-1 block font-semibold" htmlFor={name}>
          or the address of one<span className="sr-only">: {label}</span>
        </label>
        <input id={name} className="w-full" name={name} defaultValue={value} inputMode="url" autoComplete="off" />
        {value && (
          <Check>
            <input
              id={`${name}Remove`}
              type="checkbox"
              name={`${name}Remove`}
              value="1"
              onChange={(event) => setRemoved(event.currentTarget.checked)}
            />{" "}
            <label htmlFor={`${name}Remove`}>
              Remove this picture<span className="sr-only">: {label}</span>
            </label>
          </Check>
        )}
      </div>
    </fieldset>
  );
}

function Preview({ address }: { address: string }) {
  if (httpUrl(address)) return <span className={BOX}>On another site</span>;
  // What was typed and refused may be anything: nobody is asked for it.
  if (!ownImage(address) && !CHOSEN.test(address)) return <span className={BOX}>No picture</span>;
  const { srcSet: _srcSet, ...own } = imageSources(address) ?? { src: address, width: 160, height: 160 };
  return <img className={BOX} {...own} alt="" decoding="async" />;
}

const BOX =
  "preview grid size-28 place-items-center rounded-md border border-line object-contain text-center text-sm text-muted";

/** A file that was chosen in the browser. */
const CHOSEN = /^data:image\/(png|jpeg|webp);/;

/** As a data URL: the content policy lets no `blob:` in. */
function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
