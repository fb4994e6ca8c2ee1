#!/usr/bin/env node
/** The command of the package. Old versions of Node read this file too. */
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Tallyboard needs Node 24.15 or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org, then run the command again.\n`,
  );
  process.exit(1);
}
// Packing copies it from the launcher of a checkout.
const { endWithNpm } = await import(new URL('./end-with-npm.mjs', import.meta.url).href);
endWithNpm();
module.enableCompileCache();
const { start } = await import('../lib/main.js');
await start();
