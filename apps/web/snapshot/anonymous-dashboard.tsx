import { createContext, type ReactNode, use } from 'react';

/** Set where the dashboard around a gadget shows made-up names in all of its gadgets. */
export const AnonymousDashboard = createContext<{ readonly end: () => void } | null>(null);

/** What has names of the site or words of its people: left out while the dashboard shows made-up ones. */
export function Named({ children }: { readonly children: ReactNode }) {
  return use(AnonymousDashboard) ? (
    <p className="tb-quiet">Left out while names are made up.</p>
  ) : (
    children
  );
}
