"""Settings of each stage: frozen, checked, TOML in and TOML out."""

from instead.settings.a2cf import A2CF_GRID as A2CF_GRID
from instead.settings.a2cf import A2CFPreset as A2CFPreset
from instead.settings.a2cf import A2CFSettings as A2CFSettings
from instead.settings.base import CURRENCY as CURRENCY
from instead.settings.base import SHORT_ID as SHORT_ID
from instead.settings.base import Flag as Flag
from instead.settings.base import Settings as Settings
from instead.settings.base import Supervision as Supervision
from instead.settings.extract import ExtractSettings as ExtractSettings
from instead.settings.model import FitSettings as FitSettings
from instead.settings.model import GraphFitSettings as GraphFitSettings
from instead.settings.model import ModelSettings as ModelSettings
from instead.settings.model import RoundSettings as RoundSettings
from instead.settings.prepare import PrepareSettings as PrepareSettings
from instead.settings.prepare import ReadSettings as ReadSettings
from instead.settings.ranker import RANKER_GRID as RANKER_GRID
from instead.settings.ranker import FactorSettings as FactorSettings
from instead.settings.ranker import RankerSettings as RankerSettings
from instead.settings.recommend import Filters as Filters
from instead.settings.recommend import ReasonSettings as ReasonSettings
from instead.settings.recommend import RecommendSettings as RecommendSettings
from instead.settings.recommend import Style as Style
from instead.settings.refresh import RefreshSettings as RefreshSettings
from instead.settings.rules import Rule as Rule
from instead.settings.service import ServiceSettings as ServiceSettings
