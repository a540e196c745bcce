'use strict';

/** What this program says of itself when it is started. */

const VARIANTS = [
  'sochi-codex', 'leningrad-sport', 'serbian', 'serbian-klub',
  // The same two families under other values.
  'sochi-guide', 'leningrad-guide', 'rostov-guide', 'rostov-codex', 'gusarik-guide', 'gusarik-4', 'stalingrad', 'kazakhstan',
];

/** Parameters of which only some values are known here; of all others every value is. */
const PARAMETERS = {
  all_pass_outcome: ['play_no_trump', 'refe', 'redeal'],
  bid_ladder: ['russian26', 'balkan7', 'balkan8'],
  concede: ['none', '2', '3'],
  defence: ['whist', 'follow_or_drop'],
  duty_two: ['half', 'each_two', 'joint_only'],
  end_when: ['all_full', 'two_full', 'any_full', 'sum_pools', 'sum_bule_0', 'none'],
  gora_mode: ['gora', 'whists5_per_point'],
  hold: ['none', 'two_left_senior', 'eldest_anytime', 'first_hand', 'first_hand_transferable', 'next_active'],
  in_hand_answer: ['hand_only'],
  misere_beaten_by: ['9'],
  misere_whists: ['none'],
  opener_must_bid: ['false'],
  settle_formula: ['russian', 'serbian'],
  without_talon_bids: ['none'],
};

module.exports = { PARAMETERS, VARIANTS };
