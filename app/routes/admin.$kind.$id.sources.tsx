import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { SourcesPage } from "~/components/admin/sources/sources-page";
import type { FormAnswer } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { firstTextProvider, hasKey } from "~/models/base/providers/model-choice.server";
import { changeSourcesWithAi } from "~/models/editing/ai/look-for-source.server";
import { SOURCES_CHARACTERS, sourcesOf } from "~/models/editing/sources/sources.server";
import { sourcesKind } from "~/models/records/sources/subjects.server";

/** `?done` says that a change was stored; `?refused` that publishing was refused. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    return {
      sources: await sourcesOf(editor, sourcesKind(params.kind), params.id ?? ""),
      canAsk: hasKey(firstTextProvider()),
      isDone: searchParams.has("done"),
      isRefused: searchParams.has("refused"),
    };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const run = async (fields: FormAnswer["values"]) => {
    const editor = await requireEditor(request, context);
    const { signal } = request;
    const kind = sourcesKind(params.kind);
    const { path } = await changeSourcesWithAi(editor, kind, params.id ?? "", fields, { signal });
    return redirect(`${path}?done`, 303);
  };
  return form(request, run, { characters: SOURCES_CHARACTERS });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Sources of ${data.sources.name}` : "Sources"} | Admin` },
];

export default function Sources() {
  const { sources, ...state } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const editor = `/admin/${sources.kind}/${sources.id}`;
  return <SourcesPage sources={sources} editor={editor} {...state} answer={answer} />;
}
