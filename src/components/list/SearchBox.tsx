import { useId, useState, type KeyboardEvent } from 'react';
import type { Suggestion } from '../../lib/list/suggest.ts';
import { Icon } from '../Icon.tsx';

interface SearchBoxProps {
  /** What it searches: "Name, skill or place". */
  fields: string;
  value: string;
  onType: (text: string) => void;
  onBlur?: () => void;
  onFocus?: () => void;
  suggestions?: readonly Suggestion[];
  /** The person chooses a suggestion: the whole phrase with it. */
  onChoose?: (phrase: string) => void;
}

/**
 * The box in which a person types what they look for. Trades and places are suggested below it, where
 * they cover nothing; they are chosen by a tap, or with the arrow keys and Enter.
 */
export function SearchBox({
  fields,
  value,
  onType,
  onBlur,
  onFocus,
  suggestions = [],
  onChoose,
}: SearchBoxProps) {
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const isOpen = isTyping && suggestions.length > 0;
  const current = isOpen ? suggestions[active] : undefined;
  const optionId = (index: number) => `${id}option${index}`;

  const close = () => {
    setTyping(false);
    setActive(-1);
  };
  const choose = ({ phrase }: Suggestion) => {
    close();
    onChoose?.(phrase);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') {
      if (current) {
        event.preventDefault();
        choose(current);
      } else close();
    } else if (isOpen && event.key === 'Escape') {
      // The browser would clear the box.
      event.preventDefault();
      close();
    } else if (isOpen && step) {
      event.preventDefault();
      // One more than the options: after the last one the box itself is current.
      const places = suggestions.length + 1;
      setActive((at) => ((at + 1 + step + places) % places) - 1);
    }
  };

  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {`Search by ${fields.toLowerCase()}`}
      </label>
      <div className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted"
        />
        <input
          id={id}
          type="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}list`}
          aria-activedescendant={current && optionId(active)}
          enterKeyHint="search"
          autoComplete="off"
          placeholder={fields}
          value={value}
          onChange={(event) => {
            setTyping(true);
            setActive(-1);
            onType(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          // The suggestions stay: without them the cards would move from under a finger that presses one.
          onBlur={onBlur}
          className="block min-h-11 w-full rounded-xl border border-muted/70 bg-surface py-2 pr-3 pl-[calc(1.25rem+24px)] text-base text-ellipsis text-ink placeholder:text-muted lg:pr-2 lg:placeholder:text-sm"
        />
      </div>
      <div
        id={`${id}list`}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        className={isOpen ? 'mt-1.5 flex flex-wrap gap-1.5' : undefined}
      >
        {isOpen &&
          suggestions.map((suggestion, index) => (
            // The box has the focus, and its keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={suggestion.name}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The focus stays in the box.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
              className="flex min-h-11 min-w-0 cursor-pointer items-center gap-1.5 rounded-xl border border-line bg-surface px-3 font-semibold hover:bg-sunken aria-selected:border-brand aria-selected:bg-brand-soft"
            >
              {suggestion.kind === 'place' && <Icon name="pin" className="size-4 text-muted" />}
              <span className="min-w-0 wrap-anywhere">{suggestion.name}</span>{' '}
              <span className="text-muted">{suggestion.count}</span>
            </div>
          ))}
      </div>
    </div>
  );
}
