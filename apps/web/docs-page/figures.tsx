import { FIGURES } from './figure-texts.ts';

/** The definitions of all figures, as reports show them under 'How computed', in one place. */
export default function Figures() {
  return (
    <>
      <p>
        Every report tells under <strong>How computed</strong> which definitions its figures have
        with your settings. This is all of them at once. Spans of time include their beginning and
        not their end.
      </p>
      {FIGURES.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <dl>
            {entries.map(([figure, text]) => (
              <div key={figure}>
                <dt>{figure}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
