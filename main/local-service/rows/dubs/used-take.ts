/** SQL of the take of a line that is used. */

/**
 * The chosen take of a line `l` with the review `r`: the chosen variant if it is made, or else the
 * first one.
 */
export const chosenTake = `(SELECT k.id FROM takes k WHERE k.batch_id = l.batch_id AND k.language_id = t.language_id
  AND k.number = l.number AND k.state = 'made' ORDER BY k.variant <> coalesce(r.chosen_variant, 0), k.variant LIMIT 1)`;

/**
 * The take of a line `l` that is heard: the chosen one, or the newest outdated one if no present
 * take is made.
 */
export const usedTake = `coalesce(${chosenTake}, (SELECT k.id FROM takes k WHERE k.batch_id = l.batch_id
  AND k.language_id = t.language_id AND k.number = l.number AND k.state = 'outdated'
  ORDER BY k.variant <> coalesce(r.chosen_variant, 0), k.id DESC LIMIT 1))`;
