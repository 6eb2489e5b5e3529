import { type ChangeEvent, useState } from "react";
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
    <fieldset className={problem ? "field image-field wrong" : "field image-field"}>
      <legend>
        {label}
        <small> (optional)</small>
      </legend>
      <Preview address={chosen || (isRemoved ? "" : value)} />
      <div>
        <label htmlFor={`${name}File`}>
          {value ? "Another picture" : "Picture"}
          <span className="sr-only">: {label}</span>
        </label>
        <input
          id={`${name}File`}
          type="file"
          name={`${name}File`}
          accept={ACCEPTED}
          onChange={choose}
          aria-describedby={described}
          aria-invalid={problem ? true : undefined}
        />
        <p className="hint" id={`${name}-hint`}>
          PNG or JPG up to 5MB
        </p>
        {problem && (
          <p className="error" id={`${name}-error`} role="alert">
            {problem}
          </p>
        )}
        <label htmlFor={name}>
          or the address of one<span className="sr-only">: {label}</span>
        </label>
        <input id={name} name={name} defaultValue={value} inputMode="url" autoComplete="off" />
        {value && (
          <p className="check">
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
          </p>
        )}
      </div>
    </fieldset>
  );
}

function Preview({ address }: { address: string }) {
  if (httpUrl(address)) return <span className="preview">On another site</span>;
  // What was typed and refused may be anything: nobody is asked for it.
  if (!ownImage(address) && !CHOSEN.test(address)) return <span className="preview">No picture</span>;
  const { srcSet: _srcSet, ...own } = imageSources(address) ?? { src: address, width: 160, height: 160 };
  return <img className="preview" {...own} alt="" decoding="async" />;
}

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
