/** Builds dist/figure.html: one page with its scripts and styles inside, which loads nothing. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { atlaskit } from '@tallyboard/ui/vite-atlaskit.ts';
import { defineConfig, mergeConfig, type Plugin } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/** The design tokens that the code of the page names, one a line. */
const tokens = readFileSync(folder('tokens.txt'), 'utf8').split('\n');

/** An end tag in a text would end the element. */
const page = (code: string, css: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tallyboard</title>
<style>${css.replaceAll('</', '<\\/')}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="figure"></script>
<script type="module">${code.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--')}</script>
</body>
</html>
`;

function onePage(): Plugin {
  return {
    name: 'tallyboard-one-page',
    enforce: 'post',
    generateBundle: {
      // After plugins that look at the scripts.
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle);
        const code = files.flatMap(file => (file.type === 'chunk' ? file.code : [])).join('\n');
        const styles = files.flatMap(file =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : [],
        );
        for (const name of Object.keys(bundle)) delete bundle[name];
        const source = page(code, styles.join('\n'));
        this.emitFile({ type: 'asset', fileName: 'figure.html', source });
      },
    },
  };
}

export default defineConfig(
  mergeConfig(atlaskit({ tokens: new Set(tokens) }), {
    plugins: [onePage()],
    resolve: {
      alias: {
        // Scales interpolate numbers alone.
        'd3-color': folder('no-colors.ts'),
        // A page of figures offers no list of boards, and shows no text of a reader: a quarter of its size.
        '@atlaskit/select': folder('no-select.ts'),
        dompurify: folder('no-markup.ts'),
      },
    },
    root: folder('.'),
    publicDir: false,
    build: {
      outDir: folder('../dist'),
      emptyOutDir: false,
      target: 'es2022',
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: folder('main.tsx'),
        output: { codeSplitting: false },
      },
      chunkSizeWarningLimit: 800,
    },
  }),
);
