import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder like that of the built web app, with an empty page at each path. */
export async function makeWebRoot(paths = ['/', '/reports']): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyboard-web-'));
  const routes = paths.map(path => ({ path, scripts: [], styles: [] }));
  await writeFile(join(folder, 'routes.json'), JSON.stringify(routes));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><head><title>Tallyboard</title></head>',
  );
  await writeFile(
    join(folder, 'figure.html'),
    '<!doctype html><script type="application/json" id="figure"></script>',
  );
  return folder;
}
