import { defineConfig } from 'vite';
import { atlaskit } from '../vite-atlaskit.ts';

/** The component gallery: `npx vite packages/ui/gallery`. No part of the product is built from it. */
export default defineConfig({
  ...atlaskit(),
  base: './',
  build: { outDir: 'dist', emptyOutDir: true },
});
