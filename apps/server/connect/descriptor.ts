import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { ConnectApp } from './apps.ts';
import template from './descriptor.json' with { type: 'json' };

/** The app descriptor of Atlassian Connect. The scope WRITE is for gadgets and for actions on issues. */
export function connectDescriptor({ edition, ...app }: ConnectApp, baseUrl: string) {
  const isLite = edition === 'lite';
  const values: Readonly<Record<string, string>> = { ...app, baseUrl };
  const jiraDashboardItems = GADGETS.map(gadget => ({
    key: `${gadget.name}-gadget`,
    name: { value: isLite ? `${gadget.title} (Lite)` : gadget.title },
    description: { value: gadget.summary },
    // Jira replaces the {parameters}, which are not percent-encoded.
    url: `${gadget.dashboardPath}?dashboard={dashboard.id}&dashboardItem={dashboardItem.id}`,
    thumbnailUrl: gadget.picturePath,
    configurable: true,
    refreshable: true,
    conditions: [{ condition: 'user_is_logged_in' }],
  }));
  const descriptor = { ...template, modules: { ...template.modules, jiraDashboardItems } };
  const filled: typeof descriptor = JSON.parse(JSON.stringify(descriptor), (member, value) => {
    if (typeof value !== 'string') return value;
    const text = value.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
    return isLite && member === 'url' && text.startsWith('/') ? `${text}&edition=lite` : text;
  });
  return filled;
}
