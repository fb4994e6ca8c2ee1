import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { Plugin } from 'vite';

const reports = fileURLToPath(new URL('../../../packages/reports/', import.meta.url));

/** Picture files of gadgets by URL. */
const FILES = new Map(
  GADGETS.map(({ picturePath, report }) => [picturePath, `${reports}${report}/gadget.svg`]),
);

/** Serves gadget pictures without a hash, since manifests name them. */
export function gadgetPictures(): Plugin {
  return {
    name: 'tallyboard-gadget-pictures',
    generateBundle() {
      for (const [path, file] of FILES)
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: readFileSync(file) });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = FILES.get(request.url ?? '');
        if (file === undefined) return next();
        response.setHeader('Content-Type', 'image/svg+xml').end(readFileSync(file));
      });
    },
  };
}
