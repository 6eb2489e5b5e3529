import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { FormAnswer } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { firstTextProvider, hasKey } from "~/models/base/providers/model-choice.server";
import { changeSourcesWithAi } from "~/models/editing/ai/change-sources.server";
import { SOURCES_CHARACTERS, sourcesOf } from "~/models/editing/sources/sources.server";
import { sourcesKind } from "~/models/records/sources/subjects.server";
import { requireEditor } from "./session.server";

/** Loads the sources of a record. `?done` means that a change was stored, `?refused` that publishing was refused. */
export function sourcesScreen({ context, params, request }: LoaderFunctionArgs, kind = params.kind) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    return {
      sources: await sourcesOf(editor, sourcesKind(kind), params.id ?? ""),
      canAsk: hasKey(firstTextProvider()),
      isDone: searchParams.has("done"),
      isRefused: searchParams.has("refused"),
    };
  });
}

export function changeSourcesScreen({ context, params, request }: ActionFunctionArgs, kind = params.kind) {
  const run = async (fields: FormAnswer["values"]) => {
    const editor = await requireEditor(request, context);
    const { signal } = request;
    const { path } = await changeSourcesWithAi(editor, sourcesKind(kind), params.id ?? "", fields, { signal });
    return redirect(`${path}?done`, 303);
  };
  return form(request, run, { characters: SOURCES_CHARACTERS });
}
