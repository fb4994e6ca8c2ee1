import { readFileSync } from 'node:fs';
import { APP_KEY, GADGETS, type Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import links from './links.json' with { type: 'json' };

/** atlassian-plugin.xml: dashboard items, links to the pages, and the pages as web resources, relative to their folder. */
export function pluginDescriptor({
  version,
  files,
}: {
  readonly version: string;
  readonly files: readonly string[];
}): string {
  const folders = files.filter(file => file.includes('/')).map(folderOf);
  const loose = files.filter(file => !file.includes('/'));
  const names = [...loose.sort(), ...[...new Set(folders)].sort()];
  const values: Record<string, string> = {
    key: APP_KEY,
    version: escapeXml(version),
    pages: names.map(download).join('\n'),
    items: [...GADGETS.map(dashboardItem), ...links.map(webItem)].join('\n'),
  };
  const text = readFileSync(new URL('./atlassian-plugin.xml', import.meta.url), 'utf8');
  return text.replace(/\{(\w+)\}/g, (_, word) => values[word] ?? '');
}

/**
 * META-INF/MANIFEST.MF: an OSGi bundle. With Atlassian-Plugin-Key Jira takes it without the deprecated transformation,
 * which would find the packages of the conditions by itself.
 */
export function bundleManifest(version: string): string {
  const packages = links.flatMap(({ condition }) => condition?.replace(/\.\w+$/, '') ?? []);
  const headers = {
    'Manifest-Version': '1.0',
    'Atlassian-Plugin-Key': APP_KEY,
    'Bundle-ManifestVersion': '2',
    'Bundle-Name': 'Tallyboard',
    'Bundle-SymbolicName': APP_KEY,
    'Bundle-Vendor': 'Tallyboard',
    'Bundle-Version': version,
    'Created-By': 'Tallyboard',
    'Import-Package': [...new Set(packages)].join(','),
    'Spring-Context': '*',
  };
  const lines = Object.entries(headers).map(([name, value]) => wrapHeader(`${name}: ${value}`));
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** A line of a manifest has at most 72 bytes; the next one begins with a space. */
const wrapHeader = (header: string): string =>
  header.replace(/(?<=^.{70}(?:.{69})*)(?=.)/g, '\r\n ');

const folderOf = (file: string): string => file.slice(0, file.indexOf('/') + 1);

const download = (name: string): string =>
  `    <resource type="download" name="${escapeXml(name)}" location="app/${escapeXml(name)}"/>`;

function dashboardItem({ name, title, summary, picturePath }: Gadget): string {
  const picture = `/download/resources/${APP_KEY}:app${picturePath}`;
  return `  <dashboard-item key="${name}-item" configurable="true" name="${escapeXml(title)}">
    <definition>
      <title>${escapeXml(title)}</title>
      <categories><category>JIRA</category></categories>
      <author><name>Tallyboard</name></author>
      <thumbnail location="${picture}"/>
    </definition>
    <description>${escapeXml(summary)}</description>
    <amd-module>tallyboard/${name}-item</amd-module>
  </dashboard-item>`;
}

function webItem({ key, section, label, query, condition }: (typeof links)[number]): string {
  const page = `/download/resources/${APP_KEY}:app/index.html?server=true&lic=active&${query}`;
  return `  <web-item key="${key}" section="${section}" weight="100">
    <label>${escapeXml(label)}</label>
    <link linkId="tallyboard-${key}">${escapeXml(page)}</link>${
      condition === null ? '' : `\n    <condition class="${condition}"/>`
    }
  </web-item>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
