import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeSourcesScreen, sourcesScreen } from "~/auth/sources-screen.server";
import { SourcesPage } from "~/components/admin/sources/sources-page";
import type { FormAnswer } from "~/components/forms/form-answer";

export async function loader(args: LoaderFunctionArgs) {
  return sourcesScreen(args);
}

export async function action(args: ActionFunctionArgs) {
  return changeSourcesScreen(args);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Sources of ${data.sources.name}` : "Sources"} | Admin` },
];

export default function Sources() {
  const { sources, ...state } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const editorAddress = `/admin/${sources.kind}/${sources.id}`;
  return <SourcesPage sources={sources} editor={editorAddress} {...state} answer={answer} />;
}
