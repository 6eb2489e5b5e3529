import fc from "fast-check";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "~/models/base/markdown/markdown.server";
import type { Evidence } from "./evidence";
import { Footnotes } from "./footnotes";
import { withReferences } from "./margin-note";
import { sentencesIn } from "./sentences";

function evidence(field: string, sentence: string, changes: Partial<Evidence> = {}): Evidence {
  const time = "2026-01-01T00:00:00.000Z";
  const source = { url: "https://example.com/", title: "Page", retrievedAt: time, textHash: "" };
  const fixedFields = { quote: sentence, context: "", source, keptBy: "", reason: "", status: "supported" as const };
  return { id: sentence, field, sentence, opinion: null, ...fixedFields, checkedAt: time, createdAt: time, ...changes };
}

function renderWithFootnotes(text: string, sources: Evidence[]) {
  const footnotes = new Footnotes({ biography: text }, sources);
  const markedHtml = footnotes.html(renderMarkdown(footnotes.inMarkdown("biography", text)));
  return { html: withReferences(markedHtml, footnotes.notes), markedHtml, footnotes };
}

describe("EV05 footnotes", () => {
  test("puts a reference after its sentence, and gives a source one number", () => {
    const text = "Ada was born. **Ada** wrote\nprograms. She [died](https://x.org/a.b).";
    const quote = "the same quote";
    const { html, markedHtml, footnotes } = renderWithFootnotes(text, [
      evidence("biography", "Ada was born.", { quote }),
      evidence("biography", "Ada wrote programs.", { quote }),
      evidence("biography", "She [died](https://x.org/a.b)."),
      evidence("biography", "She was edited away."),
    ]);
    const sup = (number: number, id: string) =>
      `<sup><a href="#source-${number}" id="${id}" aria-label="Source ${number}">${number}</a></sup>`;
    const marginNote = (note: string) => `<span class="margin-note" aria-hidden="true" dir="auto">${note}</span>`;
    expect(html.trim()).toBe(
      `<p>Ada was born.${sup(1, "cite-1")}${marginNote("1 Page")} <strong>Ada</strong> wrote\nprograms.${sup(1, "cite-1-2")} ` +
        `She <a href="https://x.org/a.b" rel="noopener nofollow">died</a>.${sup(2, "cite-2")}${marginNote("2 Page")}</p>`,
    );
    // Proves that the HTML in the page's data has only placeholders, because the page is sent twice.
    expect(markedHtml).not.toContain("sup");
    expect(footnotes.notes.map(({ number, marks }) => [number, marks])).toEqual([
      [1, ["cite-1", "cite-1-2"]],
      [2, ["cite-2"]],
    ]);
    expect(footnotes.hasGaps).toBe(false);
  });

  test("sends the page only those parts of a footnote that it shows", () => {
    const footnotes = new Footnotes({ a: "One is. Two is. Three is." }, [
      evidence("a", "One is.", { quote: "", kind: "reference", checkedBy: "Ada" }),
      evidence("a", "Two is.", { quote: "", kind: "reference", checkedBy: "Ada" }),
      evidence("a", "Three is.", { quote: "Three is.", status: "gone" }),
    ]);
    footnotes.cite("a", "One is. Two is. Three is.");
    const source = { url: "https://example.com/", title: "Page", day: "2026-01-01" };
    expect(footnotes.pageData().footnotes?.notes).toEqual([
      { source, checkedBy: "Ada", places: 2 },
      { source, quote: "Three is.", statusText: " The page can no longer be opened." },
    ]);
  });

  test("orders the references of a sentence by number, each once", () => {
    const sources = [
      evidence("a", "One is."),
      evidence("a", "Two is.", { quote: "Other." }),
      evidence("a", "Two is.", { quote: "One is." }),
    ];
    const otherEvidence = evidence("a", "Two is.", { quote: "Other." });
    const pieces = new Footnotes({ a: "One is. Two is." }, [...sources, otherEvidence]).cite("a", "One is. Two is.");
    expect(pieces.map(({ marks }) => marks.map(({ number }) => number))).toEqual([[1], [1, 2]]);
  });

  test("splits plain text after its sentences, and counts a text without evidence as a gap", () => {
    const footnotes = new Footnotes({ a: "One is. Two\n is. Three." }, [evidence("a", "Two is.")]);
    expect(footnotes.cite("a", "One is. Two\n is. Three.")).toEqual([
      { text: "One is. Two\n is.", marks: [{ number: 1, id: "cite-1" }] },
      { text: " Three.", marks: [] },
    ]);
    expect(footnotes.hasGaps).toBe(true);
    expect(new Footnotes({}, []).cite("a", "Text.")).toEqual([{ text: "Text.", marks: [] }]);
    expect(new Footnotes({}, []).cite("a", "")).toEqual([]);
  });

  test("removes placeholders for references from the text itself", () => {
    for (const text of [
      "One \ue000 is.",
      "One &#xE000; is.",
      "One &#57344;&#61441; is.",
      "<b>One &#xe000 is</b>.",
      "<b>One &#x0000000000e000; is</b>.",
      "`\ue001`",
      "[a\ue000](/b)",
    ]) {
      const { html } = renderWithFootnotes(text, []);
      expect([text, JSDOM.fragment(html).querySelectorAll("sup").length]).toEqual([text, 0]);
      const sources = sentencesIn(text).map((sentence) => evidence("biography", sentence));
      const references = JSDOM.fragment(renderWithFootnotes(text, sources).html).querySelectorAll("sup");
      expect([text, references.length <= sources.length]).toEqual([text, true]);
    }
  });

  test("adds nothing but references to any text", () => {
    const piece = fc.constantFrom(
      "Ada is. ",
      '![Alt. More](https://x.org/i.png "A. B") ',
      "`co. De.` ",
      "<b>Raw. Yes.</b> ",
      "\n\n- One. Two.\n",
      "> Quoted. Text.\n",
      '[a. B](/p "T. U") ',
      "# Head. Line.\n\n",
      "\ue000\ue001. ",
      "| a. B. | c |\n|---|---|\n| d. E. | f |\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const allEvidence = sentencesIn(text).map((sentence) => evidence("biography", sentence));
        const { html } = renderWithFootnotes(text, allEvidence);
        const document = JSDOM.fragment(html);
        for (const reference of document.querySelectorAll("sup, .margin-note")) reference.remove();
        const plainDocument = JSDOM.fragment(renderMarkdown(text.replace(/[\ue000-\uf7ff]/g, "\ufffd")));
        const htmlOf = (fragment: DocumentFragment) => {
          const box = fragment.ownerDocument.createElement("div");
          box.append(fragment);
          return box.innerHTML;
        };
        if (allEvidence.length > 0) expect(htmlOf(document)).toBe(htmlOf(plainDocument));
      }),
    );
  });
});
