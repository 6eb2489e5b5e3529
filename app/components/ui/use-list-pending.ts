import { useLocation, useNavigation } from "@remix-run/react";

/** Whether another page or filter of the list on this page is on its way. */
export function useListPending(): boolean {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  return navigation.state === "loading" && navigation.location.pathname === pathname;
}
