import type { KeyboardEvent } from "react";
import { ImagePickerButton } from "~/components/admin/image-picker";
import { Button } from "~/components/ui/button";
import { insertImage, prefixLines, replaceSelection, surround } from "./text-editing";

type Command = (area: HTMLTextAreaElement) => void;

const makeBold: Command = (area) => surround(area, "**", "bold words");
const makeItalic: Command = (area) => surround(area, "_", "italic words");
const makeHeading: Command = (area) => prefixLines(area, "## ");
const makeList: Command = (area) => prefixLines(area, "- ");
const insertLink: Command = (area) => {
  const words = area.value.slice(area.selectionStart, area.selectionEnd);
  const isAddress = /^https?:\S+$/.test(words);
  const text = isAddress ? `[words](${words})` : `[${words || "words"}](https://)`;
  replaceSelection(area, text, isAddress ? "words" : "https://");
};

const COMMANDS: { label: string; run: Command; key?: string }[] = [
  { label: "Bold", run: makeBold, key: "b" },
  { label: "Italic", run: makeItalic, key: "i" },
  { label: "Heading", run: makeHeading },
  { label: "Link", run: insertLink, key: "k" },
  { label: "List", run: makeList },
];

/** Renders buttons that write Markdown into a text area. */
export function TextToolbar({ area }: { area: () => HTMLTextAreaElement | null }) {
  const run = (command: Command) => {
    const element = area();
    if (!element) return;
    element.focus();
    command(element);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label="Formatting" className="flex flex-wrap gap-1.5">
      {COMMANDS.map(({ label, run: command, key }) => (
        <Button
          key={label}
          type="button"
          quiet
          small
          title={key && `Ctrl-${key.toUpperCase()}`}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
          onClick={() => run(command)}
        >
          {label}
        </Button>
      ))}
      <ImagePickerButton onPick={(image) => run((element) => insertImage(element, image))}>Image</ImagePickerButton>
    </div>
  );
}

/** Runs the command of a pressed key; the `onKeyDown` handler of the text area. */
export function runByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const command = COMMANDS.find(({ key }) => key === event.key.toLowerCase());
  if (!command) return;
  event.preventDefault();
  event.stopPropagation();
  command.run(event.currentTarget);
}
