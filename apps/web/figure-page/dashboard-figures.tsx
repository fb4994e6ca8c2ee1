import type { DashboardData } from '@tallyboard/engine/ask/figure-view.ts';
import { TitleRow } from '@tallyboard/ui/controls/title-row.tsx';
import { useEffect, useMemo } from 'react';
import { FigurePage } from './figure-page.tsx';

/** The gadgets of a dashboard, one below the other. */
export function DashboardFigures({ data }: { readonly data: DashboardData }) {
  const { title, jira } = data;
  useEffect(() => {
    document.title = title;
  }, [title]);
  // Views are unpacked once: data of a gadget keep their identity.
  const gadgets = useMemo(
    () =>
      data.gadgets.map((gadget, at) => ({
        ...gadget,
        key: at,
        figure: { view: gadget.view, jira, page: null, title: gadget.title },
      })),
    [data, jira],
  );
  return (
    <main className="tb-figure-page tb-figure-page--file">
      <TitleRow title={title} />
      {gadgets.map(({ key, figure, text }) =>
        figure.view === null ? (
          <section key={key} className="tb-figure-page__gadget">
            <TitleRow title={figure.title} level={3} />
            <p className="tb-figure-page__text">{text}</p>
          </section>
        ) : (
          <FigurePage key={key} data={figure} assistant={null} partText={text} />
        ),
      )}
    </main>
  );
}
