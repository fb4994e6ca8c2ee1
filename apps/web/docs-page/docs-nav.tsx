import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';

export interface DocsLink {
  readonly address: string;
  readonly title: string;
}

export interface DocsNavProps {
  readonly groups: readonly { readonly title: string; readonly links: readonly DocsLink[] }[];
  readonly here: string;
}

/** The pages of the documentation: a list at the left, one select where the page is narrow. */
export function DocsNav({ groups, here }: DocsNavProps) {
  const options = groups.flatMap(({ title, links }) =>
    links.map(link => ({ value: link.address, label: link.title, group: title })),
  );
  return (
    <nav aria-label="Documentation" className="tb-docs__nav">
      <div className="tb-docs__wide">
        {groups.map(({ title, links }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(link => (
                <li key={link.address}>
                  <a href={link.address} aria-current={link.address === here ? 'page' : undefined}>
                    {link.title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="tb-docs__narrow">
        <ChoiceField
          label="Page"
          options={options}
          value={here}
          onChange={address => location.assign(address)}
        />
      </div>
    </nav>
  );
}
