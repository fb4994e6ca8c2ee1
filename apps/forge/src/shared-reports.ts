import { problemOf } from './settings.ts';
import { type ItemLocation, type SharedItem, sharedItems } from './shared-items.ts';

interface Content {
  readonly description: string;
  readonly view: unknown;
}

export type SharedReport = SharedItem<Content>;
export type ReportLocation = ItemLocation<Content>;

const MAX_DESCRIPTION = 4000;

export const reports = sharedItems<Content>({
  noun: 'saved report',
  list: 'reports',
  empty: { description: '', view: null },
  readContent(before, body) {
    const { description = before.description, view = before.view } = Object(body);
    return (
      problemOf(view) ?? {
        description:
          typeof description === 'string'
            ? description.slice(0, MAX_DESCRIPTION)
            : before.description,
        view,
      }
    );
  },
});
