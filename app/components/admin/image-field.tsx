import { useLoaderData } from "@remix-run/react";
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Check } from "~/components/admin/field-group";
import { ImagePickerButton } from "~/components/admin/image-picker";
import { LinkSummary } from "~/components/admin/page-parts";
import { ErrorText, Hint } from "~/components/admin/text";
import { useSite } from "~/components/layout/use-site";
import { imageSources } from "~/models/base/uploads/address";
import { httpUrl, ownImage } from "~/models/base/web/urls";
import { ACCEPTED_TYPES, MAX_BYTES, TOO_LARGE } from "~/models/records/images/rules";

interface Props {
  /** The field with the address. A file is sent as `{name}File`, a stored image as `{name}Stored`, its removal as `{name}Remove`. */
  name: string;
  label: string;
  /** The stored or typed address; "" for no image. */
  value: string;
  error?: string;
  /** Further fields about the image. */
  children?: ReactNode;
}

/**
 * Chooses an image in a multipart form: an uploaded file, a stored image, an address, or none. `imagesFromForm` reads it. Without
 * scripts the stored images come from the loader's `storedImages`.
 */
export function ImageField({ name, label, value, error, children }: Props) {
  // Only editors and admins may look through the stored images.
  const { viewer } = useSite() ?? {};
  const [chosenAddress, setChosenAddress] = useState("");
  const [fileProblem, setFileProblem] = useState("");
  const [isRemoved, setRemoved] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const addressInput = useRef<HTMLInputElement>(null);
  const pick = ({ url }: { url: string }) => {
    if (!addressInput.current || !fileInput.current) return;
    addressInput.current.value = url;
    fileInput.current.value = "";
    // The form saves its draft at input events.
    addressInput.current.dispatchEvent(new Event("input", { bubbles: true }));
    setChosenAddress(url);
    setFileProblem("");
    setRemoved(false);
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    const isTooLarge = file !== undefined && file.size > MAX_BYTES;
    setFileProblem(isTooLarge ? TOO_LARGE : "");
    setChosenAddress("");
    if (isTooLarge) currentTarget.value = "";
    else if (file) readAsUrl(file).then(setChosenAddress, () => {});
  };
  const problem = fileProblem || error;
  const describedBy = `${problem ? `${name}-error ` : ""}${name}-hint`;
  return (
    <fieldset className="image-field col-span-full mb-2 grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-4">
      <legend className="mb-1 font-semibold">
        {label}
        <small className="text-sm font-normal text-muted in-data-all-optional:hidden"> (optional)</small>
      </legend>
      {/* A chosen file is stored even if the current image is to be removed. */}
      <Preview
        key={chosenAddress || value}
        address={isRemoved && !fileInput.current?.value ? "" : chosenAddress || value}
      />
      <div>
        <label className="sr-only" htmlFor={`${name}File`}>
          {value ? "Another image" : "Image"}: {label}
        </label>
        <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 [&>details[open]]:basis-full">
          <input
            ref={fileInput}
            id={`${name}File`}
            type="file"
            className="w-[min(100%,17rem)]!"
            name={`${name}File`}
            accept={ACCEPTED_TYPES}
            onChange={choose}
            aria-describedby={describedBy}
            aria-invalid={problem ? true : undefined}
          />
          {viewer?.role !== "user" && (
            <p className="noscript:hidden">
              <ImagePickerButton onPick={pick} aria-label={`Choose a stored image: ${label}`}>
                Choose a stored image
              </ImagePickerButton>
            </p>
          )}
          <Hint id={`${name}-hint`}>PNG or JPG up to 5MB</Hint>
          {children}
        </div>
        {problem && (
          <ErrorText id={`${name}-error`} role="alert">
            {problem}
          </ErrorText>
        )}
        <StoredImages name={name} label={label} />
        <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          <label className="text-sm" htmlFor={name}>
            or enter its address<span className="sr-only">: {label}</span>
          </label>
          <input
            ref={addressInput}
            id={name}
            className="min-w-40 flex-1"
            name={name}
            defaultValue={value}
            inputMode="url"
            autoComplete="off"
          />
        </div>
        {value && (
          <Check>
            <input
              id={`${name}Remove`}
              type="checkbox"
              name={`${name}Remove`}
              value="1"
              checked={isRemoved}
              onChange={(event) => setRemoved(event.currentTarget.checked)}
            />{" "}
            <label htmlFor={`${name}Remove`}>
              Remove this image<span className="sr-only">: {label}</span>
            </label>
          </Check>
        )}
      </div>
    </fieldset>
  );
}

/** Lists the latest stored images by name, for browsers without scripts. */
function StoredImages({ name, label }: { name: string; label: string }) {
  const { storedImages = [] } = useLoaderData() as { storedImages?: { url: string; name: string }[] };
  if (storedImages.length === 0) return null;
  return (
    <details className="mb-2 script:hidden">
      <LinkSummary>Choose a stored image</LinkSummary>
      <select name={`${name}Stored`} className="w-full" aria-label={`Stored image: ${label}`} defaultValue="">
        <option value="">None of these</option>
        {storedImages.map((image) => (
          <option key={image.url} value={image.url} dir="auto">
            {image.name}
          </option>
        ))}
      </select>
      <Hint>
        The list has the latest images. For an older one, copy its address from{" "}
        <a href="/admin/images" target="_blank" rel="noopener">
          All images (in a new tab)
        </a>
        .
      </Hint>
    </details>
  );
}

function Preview({ address }: { address: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  // The image may have failed before React attached its handler.
  useEffect(() => {
    const { complete = false, naturalWidth = 1 } = image.current ?? {};
    if (complete && naturalWidth === 0) setBroken(true);
  }, []);
  if (httpUrl(address)) return <span className={BOX_CLASS}>On another site</span>;
  if (isBroken) return <span className={BOX_CLASS}>Image unavailable</span>;
  // Anything may stand in a refused address, so it is not loaded.
  if (!ownImage(address) && !CHOSEN_FILE.test(address)) return <span className={BOX_CLASS}>No image</span>;
  const { srcSet: _srcSet, ...sources } = imageSources(address) ?? { src: address, width: 160, height: 160 };
  return <img ref={image} className={BOX_CLASS} {...sources} alt="" decoding="async" onError={() => setBroken(true)} />;
}

const BOX_CLASS =
  "preview grid size-20 place-items-center rounded-md border border-line object-contain text-center text-sm text-muted";

/** The data URL of a file that was chosen in the browser. */
const CHOSEN_FILE = /^data:image\/(png|jpeg|webp);/;

/** Returns a data URL, because the content policy forbids `blob:`. */
function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
