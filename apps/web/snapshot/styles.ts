/** The style sheets of the page as one text, for a document that has none of its own. */

/** Returns the rules that something in `root` or above it goes by. Nothing in them loads from anywhere. */
export function stylesFor(root: Element): string {
  const rules: string[] = [];
  for (const sheet of document.styleSheets) {
    try {
      take(sheet.cssRules, root, rules);
    } catch {
      // A sheet of another site, as of the host around us: its rules may not be read.
    }
  }
  return rules.join('\n');
}

function take(list: CSSRuleList, root: Element, into: string[]): void {
  for (const rule of list) {
    if (rule instanceof CSSStyleRule) {
      if (isUsed(rule.selectorText, root) && !loads(rule.cssText)) into.push(rule.cssText);
    } else if (rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule) {
      const inner: string[] = [];
      take(rule.cssRules, root, inner);
      const head = rule.cssText.slice(0, rule.cssText.indexOf('{'));
      if (inner.length > 0) into.push(`${head} {\n${inner.join('\n')}\n}`);
    } else if (rule instanceof CSSLayerBlockRule) take(rule.cssRules, root, into);
  }
}

const loads = (css: string) => /url\((?!["']?data:)/i.test(css);

/** Whether a rule has something to do with the document, whatever state the element would have to be in. */
function isUsed(selector: string, root: Element): boolean {
  // Attributes stay as they are: a colon in their values begins no state.
  const still = selector.replace(/\[[^\]]*\]|::?[\w-]+(\([^()]*(\([^()]*\))*[^()]*\))?/g, part =>
    /^(\[|:(is|where|not|has|root))/.test(part) ? part : '',
  );
  try {
    const document = root.ownerDocument;
    return (
      root.matches(still) ||
      root.querySelector(still) !== null ||
      document.documentElement.matches(still) ||
      document.body.matches(still)
    );
  } catch {
    // What is left is no selector, as of '::backdrop' alone.
    return false;
  }
}
