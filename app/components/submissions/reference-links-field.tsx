import { useEffect, useRef, useState } from "react";
import { FieldFrame } from "~/components/forms/field";
import { Button, TextButton } from "~/components/ui/button";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { INTENT } from "~/models/records/experts/submission-fields";

interface Props {
  label: string;
  /** The stored links, each a URL, or `label|url` if it comes from a profile. */
  links: string[];
  /** The initial text of the input. */
  typedLink: string;
  error?: string;
}

export function SubmitFormLinks({ label, links, typedLink, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // Only scripts disable the button, because it has to work without them.
  const [isEmpty, setEmpty] = useState(false);
  const updateEmpty = () => setEmpty(input.current?.value.trim() === "");
  useEffect(updateEmpty, []);
  return (
    <FieldFrame
      label={label}
      name="referenceLinks"
      error={error}
      hint="The official website first, then pages that support what you wrote. At least one."
      showsOptional={false}
    >
      <ul className="mb-2 [&>li]:py-1.5" aria-live="polite">
        {links.map((link) => (
          <li key={link}>
            <input type="hidden" name="referenceLinks[]" value={link} />
            <span>{parseReferenceLink(link)?.url ?? link}</span>
            <TextButton className="ml-3" name={INTENT} value={`remove-link ${link}`}>
              Remove
              <span className="sr-only">
                {" "}
                <bdi>{link}</bdi>
              </span>
            </TextButton>
          </li>
        ))}
      </ul>
      <div className="mb-1 flex gap-2">
        <input
          className="w-full"
          ref={input}
          id="referenceLinks"
          name="newLink"
          type="url"
          inputMode="url"
          placeholder="https://"
          defaultValue={typedLink}
          onInput={updateEmpty}
          aria-describedby={error ? "referenceLinks-error referenceLinks-hint" : "referenceLinks-hint"}
          aria-invalid={error ? true : undefined}
        />
        <Button type="submit" quiet className="flex-none" name={INTENT} value="add-link" disabled={isEmpty}>
          Add
        </Button>
      </div>
    </FieldFrame>
  );
}
