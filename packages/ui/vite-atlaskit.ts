import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';

const THEME_ID = 'virtual:tallyboard-theme.css';
const THEMES = new Set([
  'light',
  'dark',
  'light-increased-contrast',
  'dark-increased-contrast',
  'spacing',
  'typography',
  'shape',
]);

const STUB = fileURLToPath(new URL('./stubs/feature-flags.ts', import.meta.url));

interface AtlaskitSettings {
  /** The design tokens that the page names; all of them when absent. */
  readonly tokens?: ReadonlySet<string>;
}

/** The design tokens of all themes as one static style sheet, in the order in which they must cascade. */
async function themeCss({ tokens }: AtlaskitSettings): Promise<string> {
  // CommonJS, because the ES build of Atlaskit imports without file extensions, which Node refuses.
  const require = createRequire(import.meta.url);
  const flags = require('@atlaskit/platform-feature-flags');
  flags.setBooleanFeatureFlagResolver(() => false);
  const { getThemeStyles } = require('@atlaskit/tokens/get-theme-styles') as {
    getThemeStyles(
      themes: Record<string, string>,
    ): Promise<{ readonly id: string; readonly css: string }[]>;
  };
  const normal = await getThemeStyles({ colorMode: 'auto', light: 'light', dark: 'dark' });
  const contrast = await getThemeStyles({
    colorMode: 'auto',
    light: 'light-increased-contrast',
    dark: 'dark-increased-contrast',
  });
  const styles = new Map([...normal, ...contrast].map(style => [style.id, style.css]));
  const css = [...THEMES].map(id => styles.get(id) ?? '').join('\n');
  if (!tokens) return css;
  // One declaration a line.
  const isNamed = (line: string) => {
    const [, name] = /^ *(--ds-[\w-]+):/.exec(line) ?? [];
    return name === undefined || tokens.has(name);
  };
  return css.split('\n').filter(isNamed).join('\n');
}

/**
 * Serves `virtual:tallyboard-theme.css`. Atlaskit would add its themes as inline styles when the page runs; a file
 * works under a strict content security policy, is cached, and is there before the first paint.
 */
function themePlugin(settings: AtlaskitSettings): Plugin {
  return {
    name: 'tallyboard-theme',
    resolveId: id => (id === THEME_ID ? `/${THEME_ID}` : null),
    load: id => (id === `/${THEME_ID}` ? themeCss(settings) : null),
  };
}

/** In place of the feature services of Atlaskit, which would ask their maker's servers. */
export const WITHOUT_TELEMETRY = [
  {
    find: /^(@atlaskit\/(platform-feature-flags|feature-gate-js-client)(\/.*)?|statsig-js(-lite)?|@statsig\/.*)$/,
    replacement: STUB,
  },
];

/** Vite settings for an app that shows Atlaskit parts. */
export function atlaskit(settings: AtlaskitSettings = {}): UserConfig {
  return {
    plugins: [react(), themePlugin(settings)],
    // @atlaskit/icon mixes module kinds; without this its icons import as undefined and blank the page.
    legacy: { inconsistentCjsInterop: true },
    resolve: {
      alias: WITHOUT_TELEMETRY,
    },
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
  };
}
