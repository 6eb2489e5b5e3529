import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { profileOf } from "../db.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.name }];

export function loader({ params }: LoaderFunctionArgs) {
  const profile = profileOf(params.slug ?? "");
  if (!profile) throw new Response(null, { status: 404 });
  return json({ ...profile, referenceLinks: JSON.parse(profile.referenceLinks) as string[] });
}

export default function Profile() {
  const { name, title, longevityContribution, biography, referenceLinks } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>{name}</h1>
      <p>{title}</p>
      <p>{longevityContribution}</p>
      {biography.split("\n\n").map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <ul>
        {referenceLinks.map((link) => (
          <li key={link}>
            <a href={link}>{link}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
