import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeSourcesScreen, sourcesScreen } from "~/auth/sources-screen.server";
import { SourcesSection } from "~/components/admin/sources/sources-page";
import type { FormAnswer } from "~/components/forms/form-answer";

export async function loader(args: LoaderFunctionArgs) {
  return sourcesScreen(args, "experts");
}

export async function action(args: ActionFunctionArgs) {
  return changeSourcesScreen(args, "experts");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Sources of ${data.sources.name}` : "Sources"} | Admin` },
];

/** Shows the sources as a section of the profile's admin page. */
export default function Sources() {
  const { sources, ...state } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return <SourcesSection sources={sources} {...state} answer={answer} />;
}
