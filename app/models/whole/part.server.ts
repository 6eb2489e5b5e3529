import type { Part } from "~/models/base/parts/part";

/** The pages that combine all parts. */
export const wholePart = {
  adminPages: [
    { to: "/admin", label: "Dashboard", purpose: "What needs attention, and numbers", place: "Dashboard", rank: 1 },
    { to: "/admin/keys", label: "Keys", purpose: "What single keys do", place: "Dashboard" },
    {
      to: "/admin/settings/starter",
      label: "Starter profiles",
      purpose: "Keep, hide or delete them",
      place: "Settings",
      isForAdmins: true,
    },
  ],
} satisfies Part;
