import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GADGETS, type Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';

const ICON = 'https://developer.atlassian.com/platform/forge/images/icons/issue-panel-icon.svg';

const gadgetModule = ({ name, title, summary }: Gadget) => `    - key: ${name}
      title: ${JSON.stringify(title)}
      description: ${JSON.stringify(summary)}
      thumbnail: ${ICON}
      resource: app
      resolver:
        function: resolver
      edit:
        resource: app
      refreshable: true
`;

/** The text of manifest.yml with a module for each gadget of the catalogue. */
export function forgeManifest(): string {
  const text = readFileSync(join(import.meta.dirname, 'manifest.yml'), 'utf8');
  return text.replace(/^ +# manifest\.ts lists .*\n/m, () => GADGETS.map(gadgetModule).join(''));
}
