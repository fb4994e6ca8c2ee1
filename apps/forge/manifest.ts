import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GADGETS, type Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';

const COLORS = ['0C66E4', '1F845A', '6E5DC6', 'C9372C', 'A54800', '206A83', '943D73'];

/**
 * A picture with the initials of a gadget. The platform wants an absolute URL of at most 255 characters and does not
 * serve files of the app for it.
 */
function thumbnail(title: string, index: number): string {
  const initials = title
    .split(/\s+/)
    .filter(word => /^[A-Z]/.test(word))
    .map(([letter]) => letter)
    .slice(0, 2)
    .join('');
  const letters = initials.length > 1 ? initials : title.slice(0, 2);
  const picture =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9H0z' fill='#${COLORS[index % COLORS.length]}'/>` +
    `<text x='1' y='6.5' font-size='5' fill='#fff'>${letters}</text></svg>`;
  return `data:image/svg+xml,${picture.replace(/[<>#]/g, encodeURIComponent)}`;
}

const gadgetModule =
  (pictures: string | null) =>
  ({ name, title, summary, picturePath }: Gadget, index: number) =>
    `    - key: ${name}
      title: ${JSON.stringify(title)}
      description: ${JSON.stringify(summary)}
      thumbnail: ${JSON.stringify(pictures === null ? thumbnail(title, index) : pictures + picturePath)}
      resource: app
      resolver:
        function: resolver
      edit:
        resource: app
      # The page handles the refresh event itself, without a reload.
      refreshable: false
`;

/** Reports have no end-user data (docs/error-reports.md). `permissions` is the last section of the manifest. */
const egress = (address: string): string => `  external:
    fetch:
      client:
        - address: ${JSON.stringify(address)}
          inScopeEUD: false
`;

/** Addresses of a Tallyboard server. */
export interface ForgeServers {
  /** Has the pictures of gadgets. */
  readonly pictures?: string | undefined;
  /** Takes error reports of pages. */
  readonly errorReports?: string | undefined;
}

export interface ForgeSettings extends ForgeServers {
  /** No scopes that write in Jira, and no actions on issues. */
  readonly readOnly?: boolean | undefined;
}

/** The text of manifest.yml with a module for each gadget, and the permissions that the settings need. */
export function forgeManifest({ pictures, errorReports, readOnly }: ForgeSettings = {}): string {
  const text = readFileSync(join(import.meta.dirname, 'manifest.yml'), 'utf8');
  const listed = text.replace(/^ +# manifest\.ts lists .*\n/m, () =>
    GADGETS.map(gadgetModule(pictures ?? null)).join(''),
  );
  const scoped = readOnly ? listed.replace(/^ +- write:\S+\n/gm, '') : listed;
  return errorReports === undefined ? scoped : scoped + egress(errorReports);
}
