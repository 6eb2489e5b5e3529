import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { SiteHeader } from "./site-header";
import type { Viewer } from "./use-site";

const router = vi.hoisted(() => ({ address: "/" }));

// Remix links need a router, but these tests check only their texts and addresses.
vi.mock("@remix-run/react", () => ({
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
  useLocation: () => new URL(router.address, "http://site.example"),
}));

describe("PB21 the header says who is signed in", () => {
  test("a visitor gets Sign In and Sign Up, and no Admin", () => {
    const html = headerFor(null);
    expect(html).toContain(">Sign In</a>");
    expect(html).toContain(">Sign Up</a>");
    expect(html).not.toContain("Sign Out");
    expect(html).not.toContain('href="/admin"');
  });

  test("someone signed in gets the first name and Sign Out as a form that posts, and no Admin", () => {
    const html = headerFor({ firstName: "Grace", role: "user" });
    expect(html).toContain('<a href="/account">Grace</a>');
    expect(html).toContain('<form method="post" action="/logout"><button type="submit">Sign Out</button></form>');
    expect(html).not.toContain("Sign In");
    expect(html).not.toContain("Sign Up");
    expect(html).not.toContain('href="/admin"');
  });

  test("an account without a first name is called User", () => {
    expect(headerFor({ firstName: "", role: "user" })).toContain('<a href="/account">User</a>');
  });

  test("an admin gets the link Admin in the bar and in the drawer", () => {
    expect(headerFor({ firstName: "Ada", role: "admin" }).split('href="/admin"')).toHaveLength(3);
  });
});

describe("D4 Sign In leads to Google if it is set up, otherwise to the form, and returns to this page", () => {
  test.each([
    ["/", "/login", "/api/auth/google"],
    ["/ada-full", "/login?returnTo=%2Fada-full", "/api/auth/google?returnTo=%2Fada-full"],
    [
      "/directory?page=2&search=a+b",
      "/login?returnTo=%2Fdirectory%3Fpage%3D2%26search%3Da%2Bb",
      "/api/auth/google?returnTo=%2Fdirectory%3Fpage%3D2%26search%3Da%2Bb",
    ],
    ["/login?returnTo=%2Fsubmit", "/login?returnTo=%2Fsubmit", "/api/auth/google?returnTo=%2Fsubmit"],
    ["/login?returnTo=%2F%2Fevil.example", "/login", "/api/auth/google"],
    ["/reset-password?token=secret", "/login", "/api/auth/google"],
  ])("from %s", (address, form, google) => {
    router.address = address;
    expect(headerFor(null)).toContain(`<a href="${form}">Sign In</a>`);
    expect(headerFor(null, { google: true })).toContain(`<a href="${google}">Sign In</a>`);
    router.address = "/";
  });
});

function headerFor(viewer: Viewer | null, { google = false } = {}): string {
  const site = { siteName: "Site", founderName: "", contactEmail: "", newswireUrl: "", copyright: "" };
  return renderToStaticMarkup(<SiteHeader site={site} viewer={viewer} hasGoogle={google} />);
}
