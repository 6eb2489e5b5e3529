import type { KeyboardEvent } from "react";
import { ImagePickerButton } from "~/components/admin/image-picker";
import { Button } from "~/components/ui/button";
import { insertImage, prefixLines, replaceSelection, surround } from "./text-editing";

type Command = (area: HTMLTextAreaElement) => void;

const bold: Command = (area) => surround(area, "**", "bold words");
const italic: Command = (area) => surround(area, "_", "italic words");
const heading: Command = (area) => prefixLines(area, "## ");
const list: Command = (area) => prefixLines(area, "- ");
const link: Command = (area) => {
  const words = area.value.slice(area.selectionStart, area.selectionEnd);
  const isAddress = /^https?:\S+$/.test(words);
  const text = isAddress ? `[words](${words})` : `[${words || "words"}](https://)`;
  replaceSelection(area, text, isAddress ? "words" : "https://");
};

const COMMANDS: { label: string; run: Command; key?: string }[] = [
  { label: "Bold", run: bold, key: "b" },
  { label: "Italic", run: italic, key: "i" },
  { label: "Heading", run: heading },
  { label: "Link", run: link, key: "k" },
  { label: "List", run: list },
];

/** Buttons that write Markdown into a text area. */
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
