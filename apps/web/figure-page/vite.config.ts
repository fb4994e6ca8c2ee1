/** Builds dist/figure.html: one page with its scripts and styles inside, which loads nothing. */
import { fileURLToPath } from 'node:url';
import { atlaskit } from '@tallyboard/ui/vite-atlaskit.ts';
import { defineConfig, mergeConfig, type Plugin } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** At the head of a module that figures in a file never show: forms, wallboards, promotions, choices from lists of a site. */
const PAGES_ONLY = '// @pages-only';

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/** Leaves out the modules that say that only pages show them. */
const withoutPagesOnly = (): Plugin => ({
  name: 'tallyboard-without-pages-only',
  // Before comments go.
  enforce: 'pre',
  transform: code => (code.startsWith(PAGES_ONLY) ? 'export default null;' : undefined),
});

/** The themes without the design tokens that nothing names: most of them. `code` may complete a name by a word. */
function usedTokens(css: string, code: string): string {
  const inCss = Array.from(css.matchAll(/var\(\s*(--ds-[\w-]+)/g), ([, name = '']) => name);
  const inCode = code.match(/--ds-(?:[\w-]|\$\{\w+\})+/g) ?? [];
  const named = new Set([...inCss, ...inCode]);
  const patterns = inCode
    .filter(name => name.includes('$'))
    .map(name => new RegExp(`^${name.replace(/\$\{\w+\}/g, '[a-z]+')}$`));
  const isUsed = (name: string) => named.has(name) || patterns.some(each => each.test(name));
  // High contrast comes last, and repeats what it does not change.
  const values = new Map<string, string>();
  return css.replace(/([^{}]+)\{([^{}]*--ds-[^{}]*)\}/g, (rule, selector: string, body: string) => {
    const [, mode = ''] = /data-theme~=\w+\\?:(light|dark)/.exec(selector) ?? [];
    if (!selector.includes('data-theme')) return rule;
    const kept = body.split(';').filter(declaration => {
      const [name = '', value = ''] = declaration.split(/:(.*)/s);
      const key = `${mode} ${name}`;
      const isNew = !name.startsWith('--ds-') || (isUsed(name) && values.get(key) !== value);
      values.set(key, value);
      return isNew;
    });
    return `${selector}{${kept.join(';')}}`;
  });
}

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
        const source = page(code, usedTokens(styles.join('\n'), code));
        this.emitFile({ type: 'asset', fileName: 'figure.html', source });
      },
    },
  };
}

export default defineConfig(
  mergeConfig(atlaskit(), {
    plugins: [withoutPagesOnly(), onePage()],
    // Scales interpolate numbers alone.
    resolve: { alias: { 'd3-color': folder('no-colors.ts') } },
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
