/**
 * `npm run mcp:conformance`: runs the public suite of the Model Context Protocol against /mcp of our server, in both eras.
 * npx fetches the suite. A scenario that does not apply and passes fails the run too.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureInstalled, fail, nodePath, root, run } from './lib/install.mjs';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** Methods that a server without completions, logs and changing resources does not have. */
const OPTIONAL = `
  completion-complete logging-set-level resources-subscribe resources-unsubscribe
`;
/** They call tools, prompts and resources of a server made for the suite, such as test_simple_text. */
const OF_ITS_SERVER = `
  elicitation-sep1034-defaults elicitation-sep1330-enums http-custom-header-server-validation
  input-required-result-basic-elicitation input-required-result-basic-list-roots
  input-required-result-basic-sampling input-required-result-capability-check
  input-required-result-multi-round input-required-result-multiple-input-requests
  input-required-result-non-tool-request input-required-result-request-state
  input-required-result-result-type input-required-result-tampered-state json-schema-2020-12
  prompts-get-embedded-resource prompts-get-simple prompts-get-with-args prompts-get-with-image
  resources-read-binary resources-read-text resources-templates-read server-stateless
  tools-call-audio tools-call-elicitation tools-call-embedded-resource tools-call-error
  tools-call-image tools-call-mixed-content tools-call-sampling tools-call-simple-text
  tools-call-with-logging tools-call-with-progress
`;
/** They only warn: without the tools that they call there is nothing to see. */
const UNSEEN = `
  input-required-result-ignore-extra-params input-required-result-missing-input-response
  server-sse-polling
`;
const NOT_APPLICABLE = `${OPTIONAL} ${OF_ITS_SERVER} ${UNSEEN}`.trim().split(/\s+/);
/** Eras, with what else does not apply. */
const ERAS = { '2026-07-28': [], '2025-11-25': ['server-sse-multiple-streams'] };

await ensureInstalled();
const data = mkdtempSync(join(tmpdir(), 'tallyboard-mcp-'));
const program = path => join(root, 'apps', path);
const demo = [program('cli/bin/tallyboard.mjs'), 'demo', '--data', data, '--size', '100'];
const { code, output } = await run(nodePath(), demo);
if (code !== 0) fail(output);
// Not as the demo, which answers any host name.
const args = [program('server/main.ts'), '--no-demo', '--port', '0', '--data', data];
const server = spawn(nodePath(), args, { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve, reject) => {
  let text = '';
  server.stdout.setEncoding('utf8').on('data', part => {
    text += part;
    const found = /ready at (http:\S+)/.exec(text)?.[1];
    if (found) resolve(found);
  });
  server.on('exit', reject);
});
// The suite needs the Node of this project.
const PATH = [dirname(nodePath()), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
const codes = [];
for (const [era, more] of Object.entries(ERAS)) {
  const file = join(data, `${era}.yml`);
  writeFileSync(file, JSON.stringify({ server: [...NOT_APPLICABLE, ...more] }));
  const suite = ['--yes', SUITE, 'server', '--url', `${address}/mcp`, '--suite', 'all'];
  const baseline = ['--expected-failures', file];
  const settings = { show: true, env: { PATH }, shell: process.platform === 'win32' };
  const result = await run('npx', [...suite, '--spec-version', era, ...baseline], settings);
  codes.push(result.code);
}
server.kill();
server.on('exit', () => {
  rmSync(data, { recursive: true });
  process.exit(Math.max(...codes));
});
